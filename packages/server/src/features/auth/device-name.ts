/** Browsers by what only they say; the order matters, since most of them name others too. */
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdgi?A?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];
const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** A device by what its browser says of itself: "Firefox, Windows"; empty where nothing is recognised. */
export function toDeviceName(userAgent: string | null): string {
  const found = [BROWSERS, SYSTEMS].map((known) => known.find(([, mark]) => mark.test(userAgent ?? ''))?.[0]);
  return found.filter((name) => name !== undefined).join(', ');
}
