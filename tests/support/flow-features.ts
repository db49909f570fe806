/** What a flow names that goes through every feature a little: it runs when everything does. */
export const EACH_FEATURE = 'all';

/** The features that a flow names in its first line: `// features: chat, channels`. Empty where the line is missing. */
export function featuresOfFlow(text: string): string[] {
  const line = /^\/\/ features: ([a-z-]+(?:, [a-z-]+)*)\n/.exec(text)?.[1];
  return line?.split(', ') ?? [];
}
