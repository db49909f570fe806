import {
  CHANGE_CHECKS,
  type ChangeCheck,
  type ChangeLine,
  MOVE_KINDS,
  type MoveKind,
  type RevertPreview,
  type UnmovedReason,
  type YearChange,
} from '@kreide/core/features/year-change';
import { writeDate } from '@kreide/core/kernel';
import type { Cli } from '../cli.ts';
import { toPlain, toTable } from '../output.ts';

/** Most people of a list who are shown before the question; a dry run shows all. */
const LINES_SHOWN = 25;

const CHECK_WORDS = {
  active_year: 'activeYear',
  next_year: 'nextYear',
  open: 'open',
  targets: 'targets',
  no_import: 'noImport',
  placed: 'placed',
  doubles: 'doubles',
  plan: 'plan',
} as const satisfies Record<ChangeCheck, string>;
const REASON_WORDS = { no_grade: 'noGrade', no_target: 'noTarget', placed: 'placed' } as const satisfies Record<
  UnmovedReason,
  string
>;

/** What the change waits for, and what somebody should look at; nothing: all is well. */
export function toChecks({ t, language }: Pick<Cli, 't' | 'language'>, change: YearChange): string {
  const day = (date: string | null) => (date === null ? '' : writeDate(language, date, 'medium'));
  const unmet = change.checks.filter(({ is_met }) => !is_met);
  return CHANGE_CHECKS.flatMap((name) => {
    const found = unmet.find(({ check }) => check === name);
    if (!found) return [];
    const from = day(change.opens_on);
    const said = t(`schoolyear.checks.${CHECK_WORDS[name]}`, { from, to: day(change.closes_on), number: found.count });
    return [`  ${found.is_needed ? '×' : '!'} ${said}\n`];
  }).join('');
}

const moveOf = ({ from, to }: ChangeLine) => `${from ?? '–'} → ${to ?? '–'}`;

const reasonOf = ({ t }: Pick<Cli, 't'>, { reason }: ChangeLine) =>
  reason === null ? '' : t(`schoolyear.reasons.${REASON_WORDS[reason]}`);

/** Everybody of a list under each other: name, old and new class, and why somebody is not moved. */
function toPeopleTable(cli: Pick<Cli, 't'>, people: readonly ChangeLine[]): string {
  const { t } = cli;
  return toTable(
    [
      { title: t('users.columns.name') },
      { title: t('schoolyear.grade') },
      { title: t('schoolyear.nextGrade') },
      { title: '' },
    ],
    people.map((line) => [line.name, line.from ?? '–', line.to ?? '–', reasonOf(cli, line)]),
    '  ',
  );
}

/** The change in words: years, what it waits for, grades, and people with their old and new grade (D-3.10). */
export function toYearPlan(
  cli: Pick<Cli, 't' | 'language'>,
  change: YearChange,
  people: readonly ChangeLine[],
  shown: { people: 'some' | 'all' | 'tables' },
): string {
  const { t, language } = cli;
  const { from, to, moves_on, counts } = change;
  let text = '';
  if (from && to && moves_on) {
    const date = writeDate(language, moves_on, 'medium');
    text += `${t('schoolyear.fromTo', { from: from.name, to: to.name, date })}\n`;
  }
  const checks = toChecks(cli, change);
  if (checks !== '') text += `\n${t('schoolyear.toSee')}\n${checks}`;
  const grades = change.grades.filter((grade) => grade.people > 0);
  const nextOf = ({ to: next, leaves }: YearChange['grades'][number]) =>
    leaves ? t('schoolyear.kinds.leaves') : (next ?? '?');
  text += `\n${toTable(
    [
      { title: t('schoolyear.grade') },
      { title: t('schoolyear.nextGrade') },
      { title: t('schoolyear.people'), align: 'right' },
    ],
    grades.map((grade) => [grade.shortcut, nextOf(grade), t('report.number', { number: grade.people })]),
  )}`;
  if (change.new_grades.length > 0)
    text += `${toPlain(t('users.newClasses', { classes: change.new_grades.join(', ') }))}\n`;
  text += `\n${toTable(
    [{ title: '' }, { title: '', align: 'right' }],
    [
      ...MOVE_KINDS.map((kind) => [t(`schoolyear.kinds.${kind}`), t('report.number', { number: counts[kind] })]),
      [t('schoolyear.kinds.duplicate'), t('report.number', { number: change.duplicates })],
    ],
  )}`;
  const show = (kind: MoveKind | 'duplicate', of: readonly ChangeLine[]) => {
    if (of.length === 0) return;
    text += `\n${t(`schoolyear.kinds.${kind}`)}\n`;
    if (shown.people === 'tables') {
      text += toPeopleTable(cli, of);
      return;
    }
    const first = shown.people === 'all' ? of : of.slice(0, LINES_SHOWN);
    for (const line of first) {
      const reason = line.reason === null ? '' : ` (${reasonOf(cli, line)})`;
      text += `  ${toPlain(`${line.name}  ${moveOf(line)}${reason}`)}\n`;
    }
    if (of.length > first.length) text += `  ${t('report.more', { count: of.length - first.length })}\n`;
  };
  for (const kind of MOVE_KINDS)
    show(
      kind,
      people.filter((line) => line.kind === kind),
    );
  show(
    'duplicate',
    people.filter((line) => line.is_duplicate),
  );
  return text;
}

/** What taking a change back would do, in words: the year, the classes that go, and everybody with the class now and then. */
export function toRevertPlan({ t }: Pick<Cli, 't'>, { change, people }: RevertPreview): string {
  let text = `${t('schoolyear.wouldRevert', { from: change.from, to: change.to })}\n`;
  if (change.new_grades.length > 0)
    text += `${toPlain(t('schoolyear.classesGo', { classes: change.new_grades.join(', ') }))}\n`;
  if (people.length === 0) return text;
  const table = toTable(
    [{ title: t('users.columns.name') }, { title: t('schoolyear.grade') }, { title: t('schoolyear.nextGrade') }],
    people.map(({ name, from, to }) => [name, from ?? '–', to ?? '–']),
    '  ',
  );
  return `${text}\n${t('schoolyear.movedBack', { number: people.length })}\n${table}`;
}
