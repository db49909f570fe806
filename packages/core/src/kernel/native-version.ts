/** The versions of the native wrapper from which on something is there (P-9.33). */
export const NATIVE_GATES = {
  /** The present wrapper; a lower version is the old one (P-4.32). */
  capacitor: '4.0.0',
  shortcuts: '4.0.6',
  environments: '4.0.9',
  textZoom: '4.0.10',
} as const;
export type NativeGate = keyof typeof NATIVE_GATES;

/** Parses `4.0.10`; missing parts count as 0, anything else gives null. */
function toParts(version: string): number[] | null {
  return /^\d+(\.\d+){0,2}$/.test(version) ? version.split('.').map(Number) : null;
}

/** Orders versions by their numbers: 4.0.10 comes after 4.0.9 (P-4.33). One that cannot be read comes first. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [toParts(one), toParts(other)];
  if (!first || !second) return Number(first !== null) - Number(second !== null);
  const index = [0, 1, 2].find((part) => (first[part] ?? 0) !== (second[part] ?? 0)) ?? 0;
  return (first[index] ?? 0) - (second[index] ?? 0);
}

/** Whether a wrapper of this version has the feature of the gate; null is a browser, which has no wrapper. */
export const hasGate = (version: string | null, gate: NativeGate): boolean =>
  version !== null && compareVersions(version, NATIVE_GATES[gate]) >= 0;
