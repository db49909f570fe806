import { transform } from 'lightningcss';
import type { Plugin } from 'vite';

/** A part of a style sheet as lightningcss reads it: rules, declarations and values are objects and lists of such. */
export type Part = unknown;
interface Declarations {
  readonly declarations?: readonly Part[];
  readonly importantDeclarations?: readonly Part[];
}
export interface Rule {
  readonly type: string;
  readonly value: { readonly rules?: readonly Rule[]; readonly declarations?: Declarations; readonly loc?: Part };
}

/** What older engines do not know: what they get instead, and how an engine says that it knows the thing. */
export interface Lowering {
  /** @returns the replacement of a part of a value; undefined: the part stays. */
  instead(part: Part): Part | undefined;
  /** Null: the replacement is as good, and all engines get it. */
  readonly known: { readonly property: string; readonly value: string } | null;
}

interface Token {
  readonly type?: string;
  readonly value?: unknown;
}

const isOperand = ({ type, value }: Token) =>
  type !== 'token' || !['white-space', 'percentage'].includes((value as Token).type ?? '');

/** One of the two colours of a mix: the second from 40 % on, as words are mixed with what makes them legible. */
export const MIXES: Lowering = {
  instead(part) {
    const { type, value } = (part ?? {}) as Token;
    const call = value as { name?: string; arguments?: readonly Token[] };
    if (type !== 'function' || call.name !== 'color-mix') return undefined;
    const commas = (call.arguments ?? []).flatMap((one, at) => ((one.value as Token)?.type === 'comma' ? [at] : []));
    const [one, other] = [call.arguments?.slice(commas[0]! + 1, commas[1]), call.arguments?.slice(commas[1]! + 1)];
    const shareOf = (tokens: readonly Token[] = []) =>
      tokens.map((token) => token.value as Token).find((token) => token?.type === 'percentage')?.value as number;
    const [first, second] = [one?.find(isOperand), other?.find(isOperand)];
    const share = shareOf(other) ?? (shareOf(one) === undefined ? 0.5 : 1 - shareOf(one));
    const isOwn = (first?.value as Token)?.value === 'currentColor';
    const isClear = /"transparent"|"alpha":0[,}]/.test(JSON.stringify(second));
    // Words in a colour would vanish on a ground in the same one.
    return (share < 0.395 || isClear) && !(isClear && isOwn) ? first : second;
  },
  known: { property: 'color', value: 'color-mix(in oklab,red,red)' },
};

/** The app speaks languages that are written to the right only. */
const FLOATS: Lowering = {
  instead: (part) => ((part as Token)?.value === 'inline-end' ? { type: 'ident', value: 'right' } : undefined),
  known: null,
};

/** The whole of a value with each part replaced, the inner ones first. */
export function mapParts(part: Part, instead: Lowering['instead']): Part {
  if (typeof part !== 'object' || part === null) return part;
  const inner = Array.isArray(part)
    ? part.map((one) => mapParts(one, instead))
    : Object.fromEntries(Object.entries(part).map(([name, one]) => [name, mapParts(one, instead)]));
  return instead(inner) ?? inner;
}

/**
 * A rule for older engines, and behind it for each newer thing what changes where an engine knows it. With a variable in it a
 * declaration counts as known whatever it says: a newer one behind an older one would be no help.
 */
export function besideOlder(rule: Rule, lowerings: readonly Lowering[]): Rule[] {
  const { declarations: own } = rule.value;
  if (rule.type !== 'style' || !own) return [rule];
  const lists = [own.declarations ?? [], own.importantDeclarations ?? []] as const;
  const toRule = (list: readonly Part[], important: readonly Part[]): Rule => ({
    ...rule,
    value: { ...rule.value, declarations: { declarations: list, importantDeclarations: important } },
  });
  const lower = (one: Part) => lowerings.reduce((part, { instead }) => mapParts(part, instead), one);
  const newer = lowerings.flatMap(({ instead, known }) => {
    if (!known) return [];
    // All that follows stands there too: a shorthand would reset it.
    const [some = [], important = []] = lists.map((list) => {
      const first = list.findIndex((one) => JSON.stringify(mapParts(one, instead)) !== JSON.stringify(one));
      return first === -1 ? [] : list.slice(first);
    });
    if (some.length + important.length === 0) return [];
    const condition = { type: 'declaration', propertyId: { property: known.property }, value: known.value };
    const { loc } = rule.value;
    return [{ type: 'supports', value: { condition, rules: [toRule(some, important)], loc } } as Rule];
  });
  return [toRule(lists[0].map(lower), lists[1].map(lower)), ...newer];
}

/** Changes the style rules of a sheet, whatever they stand in; animations stay. */
export function changeRules(rules: readonly Rule[], change: (rule: Rule) => readonly Rule[]): Rule[] {
  return rules.flatMap((rule) => {
    const { rules: inner } = rule.value ?? {};
    return change(inner ? { ...rule, value: { ...rule.value, rules: changeRules(inner, change) } } : rule);
  });
}

/** It writes null where a part of a value says nothing, and does not read that again. */
function withoutNothing(part: Part): Part {
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map(withoutNothing);
  const said = Object.entries(part).filter(([, one]) => one !== null);
  return Object.fromEntries(said.map(([name, one]) => [name, withoutNothing(one)]));
}

/** Reads a sheet, changes its rules and writes it again. */
export function transformRules(css: string, change: (rules: Rule[]) => Rule[], isMinified = false): string {
  const { code } = transform({
    filename: 'sheet.css',
    code: Buffer.from(css),
    minify: isMinified,
    visitor: {
      StyleSheetExit: (sheet) => ({ ...sheet, rules: withoutNothing(change(sheet.rules as Rule[])) as never }),
    },
  });
  // It keeps single precision and writes 83 % as 83.0%.
  return code.toString().replace(/(\d)\.0+%/g, '$1%');
}

/** What only Firefox below 121 lacks: to ask for focus within by its kind. There the ring shows at any focus. */
function besideRings(rule: Rule): Rule[] {
  const { selectors } = rule.value as { selectors?: readonly Part[] };
  const older = mapParts(selectors, (part) => {
    const { kind, selectors: inner } = (part ?? {}) as { kind?: string; selectors?: Part };
    return kind === 'has' && JSON.stringify(inner).includes('focus-visible')
      ? { type: 'pseudo-class', kind: 'focus-within' }
      : undefined;
  });
  if (rule.type !== 'style' || JSON.stringify(older) === JSON.stringify(selectors)) return [rule];
  const condition = { type: 'not', value: { type: 'selector', value: ':has(*)' } };
  const rules = [{ ...rule, value: { ...rule.value, selectors: older } }];
  return [rule, { type: 'supports', value: { condition, rules, loc: rule.value.loc } } as Rule];
}

/** A sheet in the words of the floor, as far as the minifier has none for them. */
export function toFloor(css: string): string {
  const toOlder = (rule: Rule) => besideOlder(rule, [MIXES, FLOATS]).flatMap(besideRings);
  return transformRules(css, (rules) => changeRules(rules, toOlder));
}

/**
 * Rewrites styles for the oldest engines where the minifier cannot; the minifier itself handles schemes of colours, nested rules and
 * prefixes. It runs after the styles are read, with all that they import, and before they are written.
 */
export const forOldestEngines = (): Plugin => ({
  name: 'for-oldest-engines',
  apply: 'build',
  transform(code, id) {
    if (!/\.css(\?|$)/.test(id) || !/color-mix\(|float:\s*inline-|:has\(.*focus-visible/.test(code)) return null;
    return { code: toFloor(code), map: null };
  },
});
