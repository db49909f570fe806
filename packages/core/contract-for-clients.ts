import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, Visitor } from 'vite';

const source = fileURLToPath(new URL('src/', import.meta.url));
/** Where a feature declares its codes. */
const ERRORS = 'errors.ts';
/** The properties of an endpoint that the client reads; only the server needs the others. */
const READ_BY_CLIENTS = ['method', 'path', 'auth', 'timeout', 'produces', 'idempotent'] as const;
/** The same of a realtime event. */
const HEARD_BY_CLIENTS = ['name', 'fields'] as const;

/**
 * Makes core cheap in a build for browsers: endpoints and events keep what a client needs and lose their schemas, and a value that
 * nothing imports is left out even if calls produce it (loading core does nothing but declare error codes). Other
 * schemas stay where they are used.
 */
export function contractForClients(): Plugin {
  return {
    name: 'contract-for-clients',
    apply: 'build',
    // Otherwise `f.date` in a schema, a read from a namespace, keeps the whole schema.
    config: () => ({ build: { rolldownOptions: { treeshake: { propertyReadSideEffects: false } } } }),
    async load(id) {
      if (!id.startsWith(source) || !/\/([a-z-]+-)?(api|events)\.ts$/.test(id)) return null;
      const codes = id.endsWith('api.ts') && existsSync(join(dirname(id), ERRORS)) ? [`import './${ERRORS}';`] : [];
      const module = (await import(id)) as Record<string, unknown>;
      const exports = Object.entries(module).map(
        ([name, value]) => `export const ${name} = ${JSON.stringify(ofClients(value))};`,
      );
      return [...codes, ...exports].join('\n');
    },
    transform(code, id) {
      if (!id.startsWith(source) || id.endsWith(`/${ERRORS}`)) return null;
      return { code: withPureCalls(code, this.parse(code)), map: null };
    },
  };
}

function ofClients(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('path' in value) return only(value, READ_BY_CLIENTS);
  return 'payload' in value ? only(value, HEARD_BY_CLIENTS) : value;
}

function only(declaration: object, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(declaration).filter(([key]) => keys.includes(key)));
}

/**
 * Marks every call that runs at module load and whose result is used as pure, so that it goes when its result is
 * unused. What is computed of imported values (`2 * MAXIMUM`, a template) becomes such a call: the bundler keeps it
 * otherwise, with the schema around it and all of zod that the schema needs, until the minifier drops them in another file.
 */
function withPureCalls(code: string, program: Parameters<InstanceType<typeof Visitor>['visit']>[0]): string {
  const additions: { at: number; text: string }[] = [];
  let depth = 0;
  const enter = () => {
    depth += 1;
  };
  const leave = () => {
    depth -= 1;
  };
  const mark = ({ start }: { start: number }) => {
    if (depth === 0) additions.push({ at: start, text: PURE });
  };
  const isComputed = ({ start, end }: Place) => depth === 0 && /[\w$]*[A-Za-z_$]/.test(code.slice(start, end));
  const begin = (place: Place) => {
    if (isComputed(place)) additions.push({ at: place.start, text: `${PURE}(() => ` }, { at: place.end, text: ')()' });
    depth += 1;
  };
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    BinaryExpression: begin,
    'BinaryExpression:exit': leave,
    TemplateLiteral: (literal) => (literal.expressions.length > 0 ? begin(literal) : enter()),
    'TemplateLiteral:exit': leave,
    CallExpression: mark,
    NewExpression: mark,
  }).visit(program);
  // From the end; of those at one place the outer one, which was found first, comes to stand first.
  return additions
    .reverse()
    .toSorted((one, other) => other.at - one.at)
    .reduce((text, { at, text: addition }) => text.slice(0, at) + addition + text.slice(at), code);
}

interface Place {
  readonly start: number;
  readonly end: number;
}

const PURE = '/* @__PURE__ */ ';
