/** WCAG 2.2 contrast ratio of two `#rrggbb` colours. */
export function contrast(a: string, b: string): number {
  const [lighter, darker] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

const channelsOf = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

function luminance(colour: string): number {
  const [r, g, b] = channelsOf(colour).map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** A colour with a part of another laid over it, as `opacity` does. */
export function mix(colour: string, other: string, part: number): string {
  const others = channelsOf(other);
  const mixed = channelsOf(colour).map((channel, index) => channel * (1 - part) + (others[index] as number) * part);
  return `#${mixed.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** A colour in light and in dark. */
export type Pair = Readonly<Record<'light' | 'dark', string>>;

/** The `light-dark()` colours of a style sheet by the name after `--kreide-color-`. */
export function coloursOf(css: string): Record<string, Pair> {
  const tokens = css.matchAll(/--kreide-color-([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g);
  return Object.fromEntries([...tokens].map(([, name, light, dark]) => [name, { light: light!, dark: dark! }]));
}
