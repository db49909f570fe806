// Writes how long data is kept into docs/privacy.md, from the constants of the code.
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import texts from '../locales/en/personal-data.json' with { type: 'json' };
import { PROPOSAL_DAYS } from '../packages/core/src/features/auth-drivers/index.ts';
import { EXPORT_DAYS } from '../packages/core/src/features/classbook/index.ts';
import { CLOUD_KEPT_DAYS } from '../packages/core/src/features/cloud/index.ts';
import { MOVE_UNDO_DAYS } from '../packages/core/src/features/content-move/index.ts';
import { SCHOOL_END_DAYS } from '../packages/core/src/features/management/index.ts';
import { RETENTION_DAYS, RETENTION_KINDS } from '../packages/core/src/features/personal-data/index.ts';
import { APPLICATION_DAYS, CHILD_REQUEST_DAYS, CODE_DAYS } from '../packages/core/src/features/registration/index.ts';
import { LEAD_DAYS, REFERRAL_DAYS } from '../packages/core/src/features/sales/index.ts';
import { REVERSION_DAYS } from '../packages/core/src/features/schools/index.ts';
import { IMPORT_DAYS } from '../packages/core/src/features/user-import/index.ts';
import { PEOPLE_CHANGE_DAYS } from '../packages/core/src/features/users/index.ts';

const PAGE = join(import.meta.dirname, '../docs/privacy.md');
const BEGIN = '<!-- What follows is written by npm run generate. -->\n';

/** What no school changes, in days. */
const FIXED: readonly (readonly [string, number])[] = [
  ['Files and folders in the bin, and former versions of files', CLOUD_KEPT_DAYS],
  ['Class registers as PDF, ready to be downloaded', EXPORT_DAYS],
  ['Lists of people that were read and not applied', IMPORT_DAYS],
  ['What takes a change of many people back', PEOPLE_CHANGE_DAYS],
  ['What takes a move of content into the new year back', MOVE_UNDO_DAYS],
  ['Proposals of who somebody is who came from another service', PROPOSAL_DAYS],
  ['Activation codes, unless the school says otherwise', CODE_DAYS.usual],
  ['Applications that nobody has answered', APPLICATION_DAYS.open],
  ['Applications that were answered', APPLICATION_DAYS.answered],
  ['Requests of parents for a child that nobody has answered', CHILD_REQUEST_DAYS.open],
  ['Requests of parents for a child that were answered', CHILD_REQUEST_DAYS.answered],
  ['The time in which a deleted account is taken back, unless the school says otherwise', REVERSION_DAYS.usual],
  ['Contact persons of schools that have not decided (operator)', LEAD_DAYS.open],
  ['Contact persons of schools that have declined (operator)', LEAD_DAYS.lost],
  ['Recommendations of schools (operator)', REFERRAL_DAYS],
  ['A school whose end is ordered', SCHOOL_END_DAYS],
];

/** The page with its last part as the code is now. */
export function withPeriods(page: string): string {
  const [prose = ''] = page.split(BEGIN);
  const retained = RETENTION_KINDS.map((kind) => {
    const { usual, minimum, maximum } = RETENTION_DAYS[kind];
    const { [`kind_${kind}`]: name, [`about_${kind}`]: about } = texts.retention as Record<string, string>;
    return `| ${name} | ${about} | ${usual} | ${minimum} to ${maximum} |`;
  });
  const lines = [
    '## How long data is kept',
    '',
    'Days; what is older is removed every night. The school sets these (*Administration → Retention*):',
    '',
    '| Data | What it means | Usual | Possible |',
    '| --- | --- | --- | --- |',
    ...retained,
    '',
    'These are the same everywhere:',
    '',
    '| Data | Days |',
    '| --- | --- |',
    ...FIXED.map(([name, days]) => `| ${name} | ${days} |`),
    '',
    'What belongs to the register (presence, topics, excused absences) and what people have written to each other stays until the school removes it,',
    'with its year or with the account: how long it may or must stay differs from state to state.',
  ];
  return `${prose.trimEnd()}\n\n${BEGIN}\n${lines.join('\n')}\n`;
}

export const readPrivacyPage = (): string => readFileSync(PAGE, 'utf8');

export async function writePrivacyPeriods(): Promise<void> {
  await writeFile(PAGE, withPeriods(readPrivacyPage()));
}
