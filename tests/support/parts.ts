/** These start whole installations or end their server: each has the machine to itself. */
export const SERIAL_FLOWS = ['demo-start', 'fresh-clone', 'signage', 'start'].map(
  (name) => `tests/flows/${name}.test.ts`,
);

/** The longest files. A fresh clone knows no times and would leave them, which are short to read, for the end, where nothing runs beside. */
export const LONG_FILES = [
  'tests/flows/screens-administrators.test.ts',
  'tests/flows/screens.test.ts',
  'tests/flows/other-engines.test.ts',
  'tests/contract/import-kills.test.ts',
  'tests/contract/process.test.ts',
];

/** The parts of the suite, in the order of their runs. */
export const PARTS = ['contract', 'server', 'other unit', 'flows', 'screens', 'serial'] as const;
export type Part = (typeof PARTS)[number];

/** The part that a test file belongs to, by its path from the root. */
export function partOf(file: string): Part {
  if (SERIAL_FLOWS.includes(file)) return 'serial';
  if (/^tests\/flows\/screens\b/.test(file)) return 'screens';
  if (file.startsWith('tests/flows/')) return 'flows';
  if (/^tests\/contract\/[^/]+\/calls\.ts$/.test(file)) return 'contract';
  return /^(packages\/server|tests\/contract)\//.test(file) ? 'server' : 'other unit';
}
