import { FALLBACKS } from '../../packages/app/src/kernel/older-engines.ts';

/** What engines of the floor lack, with what may stand before it where another thing stands in for it. */
const BEYOND_STYLES: readonly (readonly [word: RegExp, allowed: RegExp | null])[] = [
  // Behind the colour that the others get.
  [/color-mix\(/g, /@supports \((?:color:$|color:color-mix\(in oklab,red,red\)\)\{[^@]*$)/],
  [/\((?:from|in oklch) [^)]/g, null],
  // Three lines where a field does not grow.
  [/[^(]field-sizing:/g, /./s],
  // Nicer breaks of lines only.
  [/text-wrap:(?!balance|pretty)/g, null],
  // Firefox 115: a field without growing has a height in another unit; the time of a message stands on a line of its own.
  [/[\d.]+r?lh\b/g, /(?:min-height:calc\(var\(--lines\) ?\* ?|margin-block-start:-)$/],
  // Nested rules.
  [/[{};,]\s*&/g, null],
  [/@(?:starting-style|scope|property|view-transition|position-try|function)\b/g, null],
  [/\b(?:linear|sin|cos|tan|round|mod|rem|abs|sign|pow|hypot|anchor|anchor-size|sibling-index|if|light-dark)\(/g, null],
  [/(?:interpolate-size|transition-behavior|animation-timeline|position-anchor|text-box|float:inline)/g, null],
  [/:(?:user-valid|user-invalid|popover-open|dir\(|state\(|nth-child\([^)]* of)/g, null],
  // Firefox 115: what is chosen says so itself; what only looks nicer may ask.
  [/:has\((?::checked|:disabled)/g, null],
];

/** Calls that some engine of the floor lacks: static ones, and methods by names that mean nothing else. */
const BEYOND_CALLS =
  /\b(?:Promise\.(?:withResolvers|try)|(?:Object|Map)\.groupBy|Array\.fromAsync|URL\.(?:parse|canParse)|AbortSignal\.any|Iterator\.(?:from|prototype)|RegExp\.escape|Math\.sumPrecise|Error\.isError|Intl\.(?:Segmenter|DurationFormat)|Uint8Array\.from(?:Base64|Hex)|navigator\.userActivation|document\.startViewTransition|scheduler\.(?:yield|postTask)|requestIdleCallback)\b|\.(?:toSpliced|toSorted|toReversed|isWellFormed|toWellFormed|isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference|checkVisibility|setHTMLUnsafe|showPopover|hidePopover|togglePopover|toBase64|toHex|getOrInsert|moveBefore)\(|\.(?:values|keys|entries)\(\)\.(?:map|filter|some|every|find|toArray|take|drop|reduce|forEach|flatMap)\(|\/[dgimsuy]*v[dgimsuy]*(?=[.,;)\]}])/g;
/** Asked for before they are called, by us and by libraries. */
const ASKED_FOR = [
  'navigator.userActivation',
  'scheduler.yield',
  '.checkVisibility(',
  'document.startViewTransition',
  'requestIdleCallback',
  'Uint8Array.fromBase64',
];
const FILLED = FALLBACKS.map(({ owner, name }) =>
  typeof owner === 'function' ? `${owner.name}.${name}` : `.${name}(`,
);

/** What of a built style sheet the oldest engines of the app do not know, and nothing stands in for. */
export function stylesBeyondFloor(css: string): string[] {
  return BEYOND_STYLES.flatMap(([word, allowed]) =>
    Array.from(css.matchAll(word), ({ 0: found, index }) => {
      const before = css.slice(Math.max(0, index - 2000), index);
      return allowed?.test(before) ? [] : [`${before.slice(-60)}${found}`];
    }).flat(),
  );
}

/** What a built script calls that the oldest engines of the app lack, unless it is filled in or asked for before. */
export function callsBeyondFloor(script: string): string[] {
  const known = new Set([...FILLED, ...ASKED_FOR]);
  return [...script.matchAll(BEYOND_CALLS)].map(([call]) => call).filter((call) => !known.has(call));
}
