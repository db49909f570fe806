/** A declaration that an older engine does not know: what it gets instead, and how an engine says that it knows the thing. */
interface Lowering {
  readonly isIn: RegExp;
  readonly supports: string;
  readonly instead: (declaration: string) => string;
}

const LOWERINGS: readonly Lowering[] = [
  { isIn: /color-mix\(/, supports: '(color:color-mix(in oklab,red,red))', instead: withoutMixes },
  { isIn: /\ddvh\b/, supports: '(height:1dvh)', instead: (text) => text.replace(/(\d)dvh\b/g, '$1vh') },
  {
    isIn: /\dcq(min|max|w|h|i|b)\b/,
    supports: '(width:1cqw)',
    instead: (text) => text.replace(/(\d)cq(min|max|w|h)\b/g, '$1v$2').replace(/(\d)cq[ib]\b/g, '$1vmin'),
  },
  {
    isIn: /^overflow\s*:\s*clip/,
    supports: '(overflow:clip)',
    instead: (text) => text.replace(/clip/, 'hidden'),
  },
];
/** Single transformations, in the order in which an engine applies them. */
const TRANSFORMATIONS = ['translate', 'rotate', 'scale'];

/**
 * A style sheet for engines from Chromium 87 and Safari 15, as far as the minifier does not see to it. With a variable in
 * it a declaration counts as known whatever it says, so the newer one stands behind `@supports`. Schemes become two
 * variables of which one is empty.
 */
export function toOlderCss(css: string): string {
  return lowered(withoutSchemes(css.replace(/\/\*[\s\S]*?\*\//g, '')), false);
}

function lowered(css: string, isInKeyframes: boolean): string {
  return blocksOf(css)
    .map(({ prelude, body }) => {
      if (!body.includes('{')) return isInKeyframes ? `${prelude}{${withTransform(body)}}` : toRules(prelude, body);
      const inner = lowered(body, prelude.startsWith('@keyframes'));
      if (!prelude.startsWith('@container')) return `${prelude}{${inner}}`;
      // The window stands for the container that the engine cannot measure.
      const media = prelude
        .replace('@container', '@media')
        .replace(/\(aspect-ratio\s*<\s*1\)/, '(orientation:portrait)');
      return `${prelude}{${inner}}@supports not (container-type:size){${media}{${inner}}}`;
    })
    .join('');
}

/** Sizes in the unit of the elements, and in pixels where a condition asks; the page's own root size means nothing. */
export function inOwnUnit(css: string): string {
  return css.replace(/(-?\d*\.?\d+)rem\b(?=([^{}]*)([{}]))/g, (_, size: string, __: string, next: string) =>
    next === '{' ? `${Number(size) * 16}px` : `calc(${size} * var(--k-rem))`,
  );
}

/** A rule, and behind it for each newer thing what changes where an engine knows it. */
function toRules(selectors: string, body: string): string {
  const prelude = split(selectors, ',').flatMap(withoutLists).join(',');
  const declarations = split(withTransform(body), ';');
  const older = declarations.map((one) =>
    LOWERINGS.reduce((text, { isIn, instead }) => (isIn.test(text) ? instead(text) : text), one),
  );
  const newer = LOWERINGS.map(({ isIn, supports }) => {
    const first = declarations.findIndex((one) => isIn.test(one));
    // All that follows stands there too: a shorthand would reset it.
    return first === -1 ? '' : `@supports ${supports}{${prelude}{${declarations.slice(first).join(';')}}}`;
  });
  return `${prelude}{${older.join(';')}}${newer.join('')}`;
}

/** A selector without lists in it, of which Chromium 87 knows none: one selector for each choice. */
function withoutLists(selector: string): string[] {
  const [whole, name] = /:(is|where|not)\(/.exec(selector) ?? [];
  if (!whole) return [selector];
  const start = selector.indexOf(whole);
  const end = endOf(selector, start + whole.length);
  const [before, after] = [selector.slice(0, start), selector.slice(end + 1)];
  const choices = split(selector.slice(start + whole.length, end), ',');
  if (name !== 'not') return choices.flatMap((one) => withoutLists(joined(before, one, after)));
  const none = choices.map((one) => `:not(${one})`).join('');
  return withoutLists(after).map((rest) => before + none + rest);
}

/** A name of an element stands first: `.k-a:is(b)`. */
function joined(before: string, one: string, after: string): string {
  const isName = /^[a-z*]/.test(one) && /[\w)\]-]$/.test(before);
  const at = isName ? before.search(/[^\s>+~]*$/) : before.length;
  return before.slice(0, at) + one + before.slice(at) + after;
}

function withTransform(body: string): string {
  const declarations = split(body, ';');
  const nameOf = (declaration: string) => declaration.slice(0, declaration.indexOf(':')).trim();
  const functions = TRANSFORMATIONS.flatMap((name) =>
    declarations
      .filter((one) => nameOf(one) === name)
      .map(
        (one) =>
          `${name}(${one
            .slice(one.indexOf(':') + 1)
            .trim()
            .split(/\s+/)
            .join(',')})`,
      ),
  );
  if (functions.length === 0) return body;
  const others = declarations.filter((one) => !TRANSFORMATIONS.includes(nameOf(one)));
  return [...others, `transform:${functions.join(' ')}`].join(';');
}

function withoutSchemes(css: string): string {
  return replaced(css, 'light-dark(', ([light = '', dark = '']) => `var(--k-day,${light})var(--k-night,${dark})`);
}

/** One of the two colours of a mix: the second from 40 % on, as words are mixed with what makes them legible. */
function withoutMixes(css: string): string {
  return replaced(css, 'color-mix(', ([, one = '', other = '']) => {
    const [first, second] = [one, other].map((text) => /^(.*?)(?:\s+([\d.]+)%)?$/s.exec(text));
    const share = second?.[2] ? Number(second[2]) : first?.[2] ? 100 - Number(first[2]) : 50;
    return (share < 40 || second?.[1] === 'transparent' ? first?.[1] : second?.[1]) ?? '';
  });
}

/** Replaces the calls of a function, the inner ones first. */
function replaced(css: string, call: string, toText: (values: string[]) => string): string {
  const start = css.lastIndexOf(call);
  if (start === -1) return css;
  const end = endOf(css, start + call.length);
  const values = split(css.slice(start + call.length, end), ',');
  return replaced(css.slice(0, start) + toText(values) + css.slice(end + 1), call, toText);
}

/** The place of the bracket that closes what was open at a place. */
function endOf(text: string, from: number): number {
  let depth = 1;
  let at = from;
  for (; depth > 0 && at < text.length; at += 1) {
    if (text[at] === '(' || text[at] === '{') depth += 1;
    if (text[at] === ')' || text[at] === '}') depth -= 1;
  }
  return at - 1;
}

/** The parts between separators outside of brackets. */
function split(text: string, separator: ',' | ';'): string[] {
  const parts = [''];
  for (let at = 0; at < text.length; at += 1) {
    const end = text[at] === '(' ? endOf(text, at + 1) : at;
    if (text[at] === separator) parts.push('');
    else parts.push(parts.pop() + text.slice(at, end + 1));
    at = end;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function blocksOf(css: string): { prelude: string; body: string }[] {
  const blocks: { prelude: string; body: string }[] = [];
  let from = 0;
  for (let at = css.indexOf('{'); at !== -1; at = css.indexOf('{', from)) {
    const end = endOf(css, at + 1);
    blocks.push({ prelude: css.slice(from, at).trim(), body: css.slice(at + 1, end) });
    from = end + 1;
  }
  return blocks;
}
