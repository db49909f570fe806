import { loadModule, parseSync } from 'libpg-query';

await loadModule();

/** A node of PostgreSQL's own syntax tree, as JSON. */
type Node = { readonly [key: string]: unknown };

/** What a name in a statement stands for, and whether its rows are of a known school. */
interface Source {
  readonly name: string;
  /** Null: a subquery, CTE or function, whose own sources are judged where they stand. */
  readonly table: string | null;
  isBound: boolean;
}

/** Columns of `schools` that choose one school. */
const OF_SCHOOL = new Set(['id', 'uuid', 'slink']);
const COLUMN = 'school_id';

/**
 * Columns with a secret that only one row has: whoever knows it has the school with it. A list of uuids is no such thing:
 * it comes from a form.
 */
const SECRETS: Readonly<Record<string, readonly string[]>> = {
  activation_keys: ['code_hash'],
  devices: ['token_hash'],
  email_changes: ['token_hash'],
  // Part of a signed address.
  files: ['uuid'],
  passkeys: ['credential_id'],
  password_resets: ['token_hash'],
  second_steps: ['token_hash'],
  sessions: ['access_hash', 'refresh_hash', 'previous_refresh_hash', 'family_hash'],
  screens: ['secret'],
  subscriptions: ['secret_hash'],
};

/**
 * The tables of a statement that are read or changed without saying of which school: whose `school_id` is compared
 * neither with a parameter nor with a row that is bound itself. `tables` are those that have that column.
 */
export function listUnboundTables(statement: string, tables: ReadonlySet<string>): string[] {
  const judge = createJudge(tables);
  const { stmts = [] } = parseSync(statement) as { stmts?: { stmt: Node }[] };
  for (const { stmt } of stmts) judge.statement(stmt, [], new Set());
  return [...new Set(judge.unbound)].sort();
}

function createJudge(tables: ReadonlySet<string>) {
  const unbound: string[] = [];

  function statement(node: Node, outer: readonly Source[], ctes: ReadonlySet<string>): void {
    const [kind, body] = Object.entries(node)[0] as [string, Node];
    if (kind === 'SelectStmt') select(body, outer, ctes);
    else if (kind === 'ExplainStmt') statement(body.query as Node, outer, ctes);
    else if (kind === 'CopyStmt' || kind === 'InsertStmt') insert(body, outer, ctes);
    else if (kind === 'UpdateStmt' || kind === 'DeleteStmt') change(body, outer, ctes);
  }

  function select(body: Node, outer: readonly Source[], known: ReadonlySet<string>): void {
    const ctes = withClause(body, outer, known);
    if (body.larg || body.rarg) {
      for (const part of [body.larg, body.rarg]) if (part) select(part as Node, outer, ctes);
      return;
    }
    report(judgeSources(listOf(body.fromClause), body, outer, ctes));
  }

  function report(sources: readonly Source[]): void {
    for (const { table, isBound } of sources)
      if (table !== null && table !== 'schools' && !isBound) unbound.push(table);
  }

  /**
   * A subquery in FROM. One that only picks columns and rows of a table stands for that table: what is joined to it may
   * fix its school. Of every other the sources are judged where they stand.
   */
  function subselect(alias: string, query: Node, outer: readonly Source[], ctes: ReadonlySet<string>): Source {
    const body = query.SelectStmt as Node;
    const from = listOf(body.fromClause);
    const isPart = from.length === 1 && from[0]?.RangeVar && !body.withClause && !body.larg;
    if (isPart) {
      const [only] = judgeSources(from, body, outer, ctes);
      const columns = listOf(body.targetList).map((target) => (target.ResTarget as Node).val as Node);
      if (only?.table && columns.some((column) => column.ColumnRef && sourceOf(column, [only])))
        return { ...only, name: alias };
      if (only) report([only]);
    } else statement(query, outer, ctes);
    return { name: alias, table: null, isBound: true };
  }

  function insert(body: Node, outer: readonly Source[], known: ReadonlySet<string>): void {
    const ctes = withClause(body, outer, known);
    const table = nameOf(body.relation);
    const columns = listOf(body.cols ?? body.attlist).map((column) => textOf(column));
    if (table && tables.has(table) && !columns.includes(COLUMN)) unbound.push(table);
    if (body.selectStmt) statement(body.selectStmt as Node, outer, ctes);
  }

  function change(body: Node, outer: readonly Source[], known: ReadonlySet<string>): void {
    const ctes = withClause(body, outer, known);
    const from = [{ RangeVar: body.relation as Node }, ...listOf(body.fromClause ?? body.usingClause)];
    report(judgeSources(from, body, outer, ctes));
  }

  function withClause(body: Node, outer: readonly Source[], known: ReadonlySet<string>): ReadonlySet<string> {
    const ctes = new Set(known);
    const entries = listOf((body.withClause as Node | undefined)?.ctes).map((entry) => entry.CommonTableExpr as Node);
    const isRecursive = (body.withClause as Node | undefined)?.recursive === true;
    for (const { ctename, ctequery } of entries) {
      if (isRecursive) ctes.add(String(ctename));
      statement(ctequery as Node, outer, ctes);
      ctes.add(String(ctename));
    }
    return ctes;
  }

  function judgeSources(
    from: readonly Node[],
    body: Node,
    outer: readonly Source[],
    ctes: ReadonlySet<string>,
  ): Source[] {
    const inner: Source[] = [];
    /** Conditions, each with the sources that it may bind. */
    const conditions: { condition: Node; binds: readonly Source[] }[] = [];
    /** Joined with USING (school_id). */
    const pairs: { left: readonly Source[]; right: readonly Source[]; binds: readonly Source[] }[] = [];

    function add(node: Node): Source[] {
      const [kind, item] = Object.entries(node)[0] as [string, Node];
      if (kind === 'JoinExpr') {
        const left = add(item.larg as Node);
        const right = add(item.rarg as Node);
        // Of an outer join the condition narrows the side that may be missing only.
        const binds = { JOIN_LEFT: right, JOIN_RIGHT: left, JOIN_FULL: [] }[String(item.jointype)] ?? [
          ...left,
          ...right,
        ];
        if (item.quals) conditions.push({ condition: item.quals as Node, binds });
        for (const column of listOf(item.usingClause))
          if (textOf(column) === COLUMN) pairs.push({ left, right, binds });
        return [...left, ...right];
      }
      const alias = (item.alias as Node | undefined)?.aliasname;
      if (kind === 'RangeSubselect') {
        const known = [...inner, ...outer].map((source) => ({ ...source, isBound: true }));
        const source = subselect(String(alias), item.subquery as Node, known, ctes);
        inner.push(source);
        return [source];
      }
      const table = kind === 'RangeVar' && !ctes.has(String(item.relname)) ? String(item.relname) : null;
      const isJudged = table !== null && (tables.has(table) || table === 'schools') && item.schemaname !== 'pg_catalog';
      const source = { name: String(alias ?? table ?? ''), table: isJudged ? table : null, isBound: !isJudged };
      inner.push(source);
      return [source];
    }

    for (const item of from) add(item);
    if (body.whereClause) conditions.push({ condition: body.whereClause as Node, binds: inner });
    const all = [...inner, ...outer];
    let found = true;
    while (found) {
      found = false;
      const bound = [
        ...conditions.flatMap(({ condition, binds }) =>
          boundBy(condition, inner, all).filter((source) => binds.includes(source)),
        ),
        ...pairs.flatMap(({ left, right, binds }) => {
          const isFixed = [...left, ...right].some((source) => source.table !== null && source.isBound);
          return isFixed ? binds : [];
        }),
      ];
      for (const source of bound)
        if (!source.isBound) {
          source.isBound = true;
          found = true;
        }
    }
    // What an outer source is bound by is judged there; here it counts as known.
    const seen = all.map((source) => ({ ...source, isBound: true }));
    const { fromClause: _, usingClause: __, withClause: ___, relation: ____, ...rest } = body;
    for (const subquery of [...sublinksOf(rest), ...from.flatMap((item) => sublinksOf(withoutSubselects(item)))])
      statement(subquery, seen, ctes);
    return inner;
  }

  /** The sources whose school a condition fixes. */
  function boundBy(condition: Node, inner: readonly Source[], all: readonly Source[]): Source[] {
    const [kind, body] = Object.entries(condition)[0] as [string, Node];
    if (kind === 'BoolExpr') {
      const parts = listOf(body.args).map((part) => boundBy(part, inner, all));
      if (body.boolop === 'AND_EXPR') return parts.flat();
      if (body.boolop === 'OR_EXPR') return (parts[0] ?? []).filter((one) => parts.every((part) => part.includes(one)));
      return [];
    }
    if (kind === 'SubLink' && body.subLinkType === 'ANY_SUBLINK') return columnsOf(body.testexpr as Node, inner);
    if (kind !== 'A_Expr' || operatorOf(body) !== '=') return [];
    if (!['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_IN'].includes(String(body.kind))) return [];
    const found = [...side(body.lexpr, body.rexpr, inner, all), ...side(body.rexpr, body.lexpr, inner, all)];
    return body.kind === 'AEXPR_OP' ? found : found.filter((source) => !isUuid(body.lexpr, source));
  }

  /** The sources whose column stands on one side, when what stands on the other is known. */
  function side(one: unknown, other: unknown, inner: readonly Source[], all: readonly Source[]): Source[] {
    if (!isNode(one) || !isNode(other)) return [];
    const mine = one.RowExpr ? listOf((one.RowExpr as Node).args) : [one];
    const theirs = other.RowExpr ? listOf((other.RowExpr as Node).args) : null;
    return mine.flatMap((expression, index) => {
      const value = theirs && theirs.length === mine.length ? theirs[index] : other;
      return value && isValue(value, all) ? columnsOf(expression, inner) : [];
    });
  }

  /** The sources whose school a column, or one of a row of columns, names. */
  function columnsOf(node: Node, sources: readonly Source[]): Source[] {
    if (node.RowExpr) return listOf((node.RowExpr as Node).args).flatMap((part) => columnsOf(part, sources));
    const plain = withoutWrapping(node);
    const source = plain && sourceOf(plain, sources);
    return source ? [source] : [];
  }

  function isUuid(node: unknown, { table }: Source): boolean {
    const plain = isNode(node) ? withoutWrapping(node) : null;
    const column = plain ? textOf(listOf((plain.ColumnRef as Node).fields).at(-1) ?? {}) : '';
    return column === 'uuid' && SECRETS[table ?? '']?.includes(column) === true;
  }

  function isValue(node: Node, all: readonly Source[]): boolean {
    if (node.ColumnRef) return sourceOf(node, all)?.isBound === true;
    if (node.List) return listOf((node.List as Node).items).every((item) => isValue(item, all));
    // A subquery is judged where it stands.
    if (node.SubLink) return true;
    return !columnRefsOf(node).some((column) => sourceOf(column, all)?.isBound !== true);
  }

  /** The source whose school a column names: `school_id`, and of `schools` what chooses one. */
  function sourceOf(node: Node, sources: readonly Source[]): Source | null {
    if (!node.ColumnRef) return null;
    const parts = listOf((node.ColumnRef as Node).fields).map(textOf);
    const column = parts.at(-1) ?? '';
    const names = ({ table }: Source) =>
      table === 'schools'
        ? OF_SCHOOL.has(column)
        : column === COLUMN || SECRETS[table ?? '']?.includes(column) === true;
    const owner = parts.length > 1 ? parts.at(-2) : null;
    return sources.find((source) => names(source) && (owner === null || source.name === owner)) ?? null;
  }

  return { statement, unbound };
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const listOf = (value: unknown): readonly Node[] => (Array.isArray(value) ? value : []);

function textOf(node: Node): string {
  const string = (node.String ?? node.ResTarget ?? {}) as Node;
  return String(string.sval ?? string.name ?? '');
}

function nameOf(relation: unknown): string | null {
  return isNode(relation) && typeof relation.relname === 'string' ? relation.relname : null;
}

function operatorOf(expression: Node): string {
  return listOf(expression.name).map(textOf).join('');
}

/** A column within casts and functions of one argument: `lower(slink)`. */
function withoutWrapping(node: Node): Node | null {
  if (node.ColumnRef) return node;
  if (node.TypeCast) return withoutWrapping((node.TypeCast as Node).arg as Node);
  const args = listOf((node.FuncCall as Node | undefined)?.args);
  return args.length === 1 && args[0] ? withoutWrapping(args[0]) : null;
}

/** Every subquery in an expression, without those within them. */
function sublinksOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(sublinksOf);
  if (!isNode(value)) return [];
  if (isNode(value.SubLink))
    return [(value.SubLink as Node).subselect as Node, ...sublinksOf((value.SubLink as Node).testexpr)];
  return Object.values(value).flatMap(sublinksOf);
}

function columnRefsOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(columnRefsOf);
  if (!isNode(value)) return [];
  if (value.ColumnRef) return [value];
  return Object.values(value).flatMap(columnRefsOf);
}

/** A part of FROM without its subqueries, which are judged apart. */
function withoutSubselects(node: Node): Node {
  if (node.RangeSubselect) return {};
  if (!node.JoinExpr) return node;
  const { larg, rarg, ...join } = node.JoinExpr as Node;
  return { ...join, larg: withoutSubselects(larg as Node), rarg: withoutSubselects(rarg as Node) };
}
