import {
  besideOlder,
  changeRules,
  type Lowering,
  MIXES,
  mapParts,
  type Part,
  type Rule,
  transformRules,
} from '../app/older-css.ts';

/** What lightningcss tells of a part: a component of a selector, a declaration, or a token of a value. */
interface Told {
  readonly type?: string;
  readonly kind?: string;
  readonly property?: string;
  readonly value?: unknown;
  readonly selectors?: readonly Selector[];
}
type Selector = readonly Told[];

const told = (part: Part): Told => (typeof part === 'object' && part !== null ? part : {});

/** Sizes in other units, as far as an engine knows them. */
const inUnits = (units: RegExp, toOlder: (unit: string) => string): Lowering['instead'] =>
  function instead(part) {
    const { unit } = told(part) as { unit?: string };
    return unit !== undefined && units.test(unit) ? { ...told(part), unit: toOlder(unit) } : undefined;
  };

const LOWERINGS: readonly Lowering[] = [
  MIXES,
  { instead: inUnits(/^dvh$/, () => 'vh'), known: { property: 'height', value: '1dvh' } },
  {
    instead: inUnits(/^cq/, (unit) => (/^cq[ib]$/.test(unit) ? 'vmin' : unit.replace('cq', 'v'))),
    known: { property: 'width', value: '1cqw' },
  },
  {
    instead(part) {
      const { property, value } = told(part);
      const isClip = property === 'overflow' && (value as { x?: string }).x === 'clip';
      return isClip ? { property, value: { x: 'hidden', y: 'hidden' } } : undefined;
    },
    known: { property: 'overflow', value: 'clip' },
  },
];

/**
 * A style sheet for engines from Chromium 87 and Safari 15, as far as the minifier does not see to it. Engines
 * take every declaration with a variable in it for a known one, so the newer one stands behind `@supports`. Schemes become
 * two variables, one of which is empty.
 */
export function toOlderCss(css: string): string {
  return transformRules(css, (rules) => changeRules(rules, toOlder));
}

/** Sizes in the unit of the elements, and in pixels where a condition asks; the page's own root size means nothing. */
export function inOwnUnit(css: string): string {
  return css.replace(/(-?\d*\.?\d+)rem\b(?=([^{}]*)([{}]))/g, (_, size: string, __: string, next: string) =>
    next === '{' ? `${Number(size) * 16}px` : `calc(${size} * var(--k-rem))`,
  );
}

function toOlder(rule: Rule): Rule[] {
  if (rule.type === 'container') return [rule, withoutContainer(rule)];
  if (rule.type === 'keyframes') {
    const { keyframes } = rule.value as { keyframes?: readonly Rule['value'][] };
    return [{ ...rule, value: { ...rule.value, keyframes: keyframes?.map(withTransform) } as Rule['value'] }];
  }
  if (rule.type !== 'style') return [rule];
  const { selectors = [] } = rule.value as { selectors?: readonly Selector[] };
  const value = {
    ...withTransform(withoutSchemes(rule.value) as Rule['value']),
    selectors: selectors.flatMap(choices),
  };
  return besideOlder({ ...rule, value }, LOWERINGS);
}

/** The window stands for the container that the engine cannot measure. */
function withoutContainer({ value }: Rule): Rule {
  const { condition, rules = [] } = value as { condition?: Part; rules?: readonly Rule[] };
  const ofWindow = mapParts(condition, (part) => {
    const { type, name, operator } = told(part) as { type?: string; name?: string; operator?: string };
    const isUpright = type === 'range' && name === 'aspect-ratio' && operator === 'less-than';
    return isUpright ? { type: 'plain', name: 'orientation', value: { type: 'ident', value: 'portrait' } } : undefined;
  });
  const query = { mediaQueries: [{ qualifier: null, mediaType: 'all', condition: ofWindow }] };
  const { loc } = value;
  const media = { type: 'media', value: { query, rules, loc } } as Rule;
  const measures = { type: 'declaration', propertyId: { property: 'container-type' }, value: 'size' };
  return { type: 'supports', value: { condition: { type: 'not', value: measures }, rules: [media], loc } } as Rule;
}

/** Selectors without lists in them, of which Chromium 87 knows none: one for each choice. */
function choices(selector: Selector): Selector[] {
  const at = selector.findIndex(
    ({ kind, selectors = [] }) => kind === 'is' || kind === 'where' || (kind === 'not' && selectors.length > 1),
  );
  const { kind, selectors = [] } = selector[at] ?? {};
  if (kind === undefined) return [selector];
  const [before, after] = [selector.slice(0, at), selector.slice(at + 1)];
  if (kind !== 'not') return selectors.flatMap((one) => choices(joined(before, one, after)));
  const none = selectors.map((one) => ({ type: 'pseudo-class', kind, selectors: [one] }));
  return choices([...before, ...none, ...after]);
}

/** A name of an element stands first among what says something of the same element: `b.k-a` of `.k-a:is(b)`. */
function joined(before: Selector, one: Selector, after: Selector): Selector {
  const isName = one[0]?.type === 'type' || one[0]?.type === 'universal';
  const at = isName ? before.findLastIndex(({ type }) => type === 'combinator') + 1 : before.length;
  return [...before.slice(0, at), ...one, ...before.slice(at), ...after];
}

/** Single transformations, in the order in which an engine applies them. */
const TRANSFORMATIONS = ['translate', 'rotate', 'scale'];

function withTransform<Value extends Rule['value']>(value: Value): Value {
  const declarations = (value.declarations?.declarations ?? []) as readonly Told[];
  for (const { property, value: unparsed } of declarations) {
    const { propertyId } = told(unparsed) as { propertyId?: Told };
    if (property === 'unparsed' && TRANSFORMATIONS.includes(propertyId?.property ?? ''))
      throw new Error(`A variable stands in ${propertyId?.property}: write it as a transform, see older-css.ts`);
  }
  const functions = TRANSFORMATIONS.flatMap((name) =>
    declarations.filter(({ property }) => property === name).map((one) => toFunction(name, one.value)),
  );
  if (functions.length === 0) return value;
  const others = declarations.filter(({ property = '' }) => !TRANSFORMATIONS.includes(property));
  const transform = { property: 'transform', vendorPrefix: [], value: functions };
  return { ...value, declarations: { ...value.declarations, declarations: [...others, transform] } };
}

function toFunction(type: string, value: unknown): Told {
  const { x, y, angle } = value as { x?: Part; y?: Part; angle?: Part };
  return { type, value: type === 'rotate' ? angle : [x, y] };
}

/** Lists of tokens with each scheme of colours as two variables, `var(--k-day,…)var(--k-night,…)`. */
function withoutSchemes(part: Part): Part {
  if (Array.isArray(part)) return part.flatMap((one) => toPair(one) ?? [withoutSchemes(one)]);
  if (typeof part !== 'object' || part === null) return part;
  if ((part as Told).type === 'light-dark')
    throw new Error('A scheme of two fixed colours stands outside of a variable: give it one, see older-css.ts');
  return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, withoutSchemes(one)]));
}

function toPair(part: Part): Part[] | null {
  const { type, value } = told(part);
  const { type: kind, light, dark } = told(value) as { type?: string; light?: Part; dark?: Part };
  if (kind !== 'light-dark' || (type !== 'color' && type !== 'unresolved-color')) return null;
  return Object.entries({ '--k-day': light, '--k-night': dark }).map(([ident, colour]) => {
    const tokens = type === 'color' ? [{ type, value: colour }] : colour;
    return { type: 'var', value: { name: { ident, from: null }, fallback: withoutSchemes(tokens) } };
  });
}
