declare module 'subset-font' {
  interface Settings {
    targetFormat: 'woff2';
    keepAllGlyphs: boolean;
    variationAxes: Record<string, { min: number; max: number }>;
  }
  export default function subsetFont(font: Buffer, text: undefined, settings: Settings): Promise<Buffer>;
}
