import type { ExampleSet, ExportSource } from './index.ts';
import { weekLabel } from './source.ts';

/** The date of the committed examples: a Wednesday in the school year 2026 / 2027. */
export const EXAMPLE_DATE = '2026-11-18';

function substitutionLine(source: ExportSource, date: string): string {
  const list = source.substitutions.filter((one) => one.date === date);
  const hidden = list.filter((one) => one.is_hidden).length;
  return `- ${date}: ${list.length} changes${hidden > 0 ? ` (${hidden} of them hidden)` : ''}`;
}

/** The README of `examples/import-files`: the contents of each folder and the differences from the demo school. */
export function exampleReadme(sets: readonly ExampleSet[], changes: readonly string[], source: ExportSource): string {
  const { plan, school_year, name } = source.school;
  const alternating = plan.lessons.filter((lesson) => lesson.placements.some((slot) => weekLabel(slot) !== '')).length;
  return [
    '# Timetable exports to try the import with',
    '',
    `Exports of the invented demo school (${name}) as aSc, Untis, Indiware and CSV write them, with a few`,
    'changes against the plan that the demo starts with. Upload one and look at the difference before publishing it:',
    '',
    '```sh',
    'npx kreide timetable upload examples/import-files/asc-2012/asc-2012.xml --school demo',
    'npx kreide timetable upload examples/import-files/untis-gpu/*.TXT --school demo',
    '```',
    '',
    'Files of one folder belong together. Nobody in them exists.',
    '',
    '## What differs from the demo school',
    '',
    ...changes.map((change) => `- ${change}`),
    '',
    `The plan has ${plan.counts.lessons} lessons in ${plan.counts.placements} weekly slots (${alternating} lessons alternate between weeks A and B),`,
    `${plan.counts.grades} grades, ${plan.counts.teachers} teachers, ${plan.counts.bookables} rooms and ${plan.counts.subjects} subjects.`,
    '',
    '## Dates',
    '',
    `School year ${school_year.begins_at} to ${school_year.ends_at}, week A begins on Monday, ${source.school.anchor}. Substitutions:`,
    '',
    ...source.days.map((date) => substitutionLine(source, date)),
    '',
    'Formats without dates fit every school year. For dated files of another day, write them anew:',
    '`node scripts/write-examples.ts 2027-02-03` (without a date: the committed state).',
    '',
    '## Folders',
    '',
    'Lessons, slots and changes are counted as the import states them for that kind of file.',
    '',
    '| folder | what it is | lessons | slots | changes | notes |',
    '| --- | --- | --: | --: | --: | --- |',
    ...sets.map(({ folder, title, counts, note }) => {
      const { lessons, placements, substitutions } = counts;
      return `| \`${folder}\` | ${title} | ${lessons} | ${placements} | ${substitutions} | ${note} |`;
    }),
    '',
  ].join('\n');
}
