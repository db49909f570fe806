import {
  fillWeekdays,
  PERIOD_READINGS,
  type PeriodReading,
  type ReadingAnswer,
  TABLE_FIELDS,
  type TableAnswer,
  type TableField,
  type TableOfFile,
  timetableImportApi,
  type Upload,
  type UploadReading,
} from '@kreide/core/features/timetable-import';
import { weekdayNames } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { mutationOf, queryOf, writeQuery } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './ImportScreens.module.css';

interface AnswerProps {
  upload: Upload;
  reading: UploadReading;
}

/** What has to be said about files that can be read in several ways, and what was. */
export function ReadingChoice({ upload }: { upload: Upload }) {
  const { t } = useTranslation('timetable-import');
  const query = useQuery(queryOf(timetableImportApi.getReading, { params: { uuid: upload.uuid } }, { staleTime: 0 }));
  return (
    <Loaded query={query} skeleton={{ items: 1, label: t('reading.loading') }} errorTitle={t('reading.errorTitle')}>
      {/* What was said is where the choice begins. */}
      {(reading) => reading && <Choice key={JSON.stringify(reading.said)} upload={upload} reading={reading} />}
    </Loaded>
  );
}

function Choice(props: AnswerProps) {
  if (props.reading.kind === 'table') return <TableChoice {...props} />;
  return props.reading.kind === 'days' ? <DaysChoice {...props} /> : <PeriodChoice {...props} />;
}

/** The frame of all questions: why it is asked, what can be said, and the button that sends it. */
function Question({
  upload,
  text,
  answer,
  isNew,
  children,
}: {
  upload: Upload;
  text: string;
  /** Null: something is missing. */
  answer: ReadingAnswer | null;
  isNew: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation(['timetable-import', 'errors']);
  const params = { uuid: upload.uuid };
  const save = useMutation({
    ...mutationOf(timetableImportApi.chooseReading, {
      messages: false,
      touches: [timetableImportApi.getReading, timetableImportApi.list],
    }),
    onSuccess: async (changed) => {
      toasts.show('success', t('reading.saved'));
      await writeQuery(timetableImportApi.get, { params }, changed);
    },
  });
  return (
    <Card>
      <section className={styles.section} aria-label={t('reading.title')}>
        <h3>{t('reading.title')}</h3>
        <p className={styles.hint}>{text}</p>
        {children}
        <p className={styles.hint}>{t('reading.kept')}</p>
        <Problem text={save.error && toReason(t, save.error)} />
        <div className={styles.actions}>
          <Button
            look={upload.state === 'FAILED' ? 'primary' : 'secondary'}
            isDisabled={answer === null || !isNew}
            isPending={save.isPending}
            onPress={() => answer && save.mutate({ params, body: { answer } })}
          >
            {t('reading.save')}
          </Button>
        </div>
      </section>
    </Card>
  );
}

const UNSAID = 'unsaid';

function PeriodChoice({ upload, reading: { first_period, said } }: AnswerProps) {
  const { t } = useTranslation('timetable-import');
  const [chosen, setChosen] = useState<PeriodReading | typeof UNSAID>(said.periods ?? UNSAID);
  const first = first_period ?? 1;
  return (
    <Question
      upload={upload}
      text={t('reading.periodsText', { first: String(first) })}
      answer={chosen === UNSAID ? null : { kind: 'periods', reading: chosen }}
      isNew={chosen !== said.periods}
    >
      <Select
        label={t('reading.periods')}
        value={chosen}
        onChange={setChosen}
        options={[
          ...(said.periods === null ? [{ key: UNSAID, text: t('reading.unsaid') } as const] : []),
          ...PERIOD_READINGS.map((key) => ({ key, text: t(`reading.${key}`, { period: String(2 + first) }) })),
        ]}
      />
    </Question>
  );
}

/** A chosen first day says the others too, each of which can be changed. */
function DaysChoice({ upload, reading: { days, said, file } }: AnswerProps) {
  const { t, language } = useTranslation('timetable-import');
  const [chosen, setChosen] = useState<readonly (number | null)[]>(said.days ?? days.map(() => null));
  const weekdays = chosen.filter((day) => day !== null);
  const isWhole = weekdays.length === days.length && new Set(weekdays).size === days.length;
  const names = weekdayNames(language, 'long');
  const choose = (at: number, day: number | null) => {
    const others = at === 0 && day !== null ? fillWeekdays({ weekdays: [day] }, days.length) : null;
    setChosen(others ?? chosen.map((one, index) => (index === at ? day : one)));
  };
  return (
    <Question
      upload={upload}
      text={t('reading.daysText', { file })}
      answer={isWhole ? { kind: 'days', weekdays } : null}
      isNew={chosen.some((day, at) => day !== (said.days?.[at] ?? null))}
    >
      <ul className={styles.choices}>
        {days.map((day, at) => (
          <li key={day}>
            <Select
              label={t('reading.day', { number: String(at + 1), name: day })}
              value={String(chosen[at] ?? UNSAID)}
              onChange={(key) => choose(at, key === UNSAID ? null : Number(key))}
              options={[
                { key: UNSAID, text: t('reading.unsaid') },
                ...[1, 2, 3, 4, 5, 6, 7].map((key) => ({ key: String(key), text: names[key] ?? '' })),
              ]}
            />
          </li>
        ))}
      </ul>
    </Question>
  );
}

const NOTHING = '';
const toExamples = (examples: readonly string[]) => examples.join(', ') || '–';

function TableChoice({ upload, reading: { tables, said } }: AnswerProps) {
  const { t } = useTranslation('timetable-import');
  const [name, setName] = useState(said.table?.table ?? tables[0]?.name ?? '');
  const table = tables.find((one) => one.name === name);
  const [columns, setColumns] = useState<TableOfFile['proposed']>(said.table?.columns ?? tables[0]?.proposed ?? {});
  const [monday, setMonday] = useState<0 | 1>(said.table?.monday ?? 1);
  const { weekday, period } = columns;
  const isComplete = weekday && period && (columns.classes || columns.teachers || columns.subject);
  const answer: TableAnswer | null = isComplete
    ? { kind: 'table', table: name, columns: { ...columns, weekday, period }, monday }
    : null;
  const choose = (field: TableField, column: string) =>
    setColumns(({ [field]: _, ...others }) => (column === NOTHING ? others : { ...others, [field]: column }));
  return (
    <Question upload={upload} text={t('reading.tableText')} answer={answer} isNew={!isSameTable(said.table, answer)}>
      <Select
        label={t('reading.table')}
        value={name}
        onChange={(next) => {
          setName(next);
          setColumns(tables.find((one) => one.name === next)?.proposed ?? {});
        }}
        options={tables.map((one) => ({
          key: one.name,
          text: t('reading.tableOption', { name: one.name, total: String(one.rows) }),
        }))}
      />
      <ul className={styles.choices}>
        {TABLE_FIELDS.map((field) => (
          <li key={field}>
            <Select
              label={t(`reading.${field}`)}
              value={columns[field] ?? NOTHING}
              onChange={(column) => choose(field, column)}
              options={[
                { key: NOTHING, text: t('reading.nothing') },
                ...(table?.columns ?? []).map((column) => ({
                  key: column.name,
                  text: t('reading.columnOption', { name: column.name, examples: toExamples(column.examples) }),
                })),
              ]}
            />
          </li>
        ))}
        <li>
          <Select
            label={t('reading.monday')}
            value={String(monday)}
            onChange={(key) => setMonday(key === '0' ? 0 : 1)}
            options={[
              { key: '1', text: t('reading.mondayOne') },
              { key: '0', text: t('reading.mondayZero') },
            ]}
          />
        </li>
      </ul>
    </Question>
  );
}

/** Does an answer say the same as another? */
function isSameTable(a: TableAnswer | null, b: TableAnswer | null): boolean {
  if (a === null || b === null) return a === b;
  const areColumns = TABLE_FIELDS.every((field) => a.columns[field] === b.columns[field]);
  return a.table === b.table && a.monday === b.monday && areColumns;
}
