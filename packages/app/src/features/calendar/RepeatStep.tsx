import { REPEAT_UNITS, repeatWords, SERIES_DATES_MAXIMUM } from '@kreide/core/features/calendar';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { DatePicker } from '../../ui/DatePicker.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { CustomRepeat } from './CustomRepeat.tsx';
import styles from './EventForm.module.css';
import { RepeatDates } from './RepeatDates.tsx';
import { REPEAT_ENDS, REPEAT_KINDS, type RepeatKind, type RepeatValues, ruleOfKind, toRepeats } from './repeat-form.ts';
import { ScopeChoice } from './ScopeChoice.tsx';
import type { EventFormState } from './use-event-form.ts';

const LATEST = '2149-12-31';

/** Whether an event repeats, how and until when, with the dates on which it does. */
export function RepeatStep({ form }: { form: EventFormState }) {
  const { t, language } = useTranslation('calendar');
  const { values, change, item } = form;
  const { repeats, scope, times } = values;
  const date = times.begins_date;
  const set = (part: Partial<RepeatValues>) => change({ repeats: { ...repeats, ...part } });
  const isSeries = Boolean(item?.series);
  const scopes = isSeries && <ScopeChoice value={scope} onChange={(next) => change({ scope: next })} />;
  if (isSeries && scope === 'this')
    return (
      <div className={styles.form}>
        {scopes}
        <p className={styles.about}>{t('rules.repeatSingle')}</p>
      </div>
    );
  function nameOf(kind: RepeatKind): string {
    const rule = kind === 'custom' ? null : ruleOfKind(kind, date, repeats.custom);
    if (rule) return repeatWords(rule, date, { t, language });
    return t(kind === 'never' ? 'repeat.never' : 'repeat.custom');
  }
  const kinds = REPEAT_KINDS.filter((kind) => kind !== 'never' || !isSeries);
  const sent = toRepeats(repeats, date);
  return (
    <div className={styles.form}>
      {scopes}
      <ChoiceList
        label={t('repeat.label')}
        options={kinds.map((key) => ({ key, text: nameOf(key) }))}
        value={repeats.kind}
        onChange={(kind) => set({ kind })}
      />
      {repeats.kind === 'custom' && (
        <CustomRepeat rule={repeats.custom} date={date} units={REPEAT_UNITS} onChange={(custom) => set({ custom })} />
      )}
      {sent && (
        <>
          <ChoiceList
            label={t('repeat.end')}
            options={REPEAT_ENDS.map((key) => ({ key, text: t(`repeat.end_${key}`) }))}
            value={repeats.end}
            onChange={(end) => set({ end })}
          />
          {repeats.end === 'date' && (
            <DatePicker
              label={t('repeat.lastDate')}
              value={repeats.until}
              fallback={date}
              min={date}
              max={LATEST}
              onChange={(until) => set({ until: until || repeats.until })}
            />
          )}
          {repeats.end === 'count' && (
            <TextField
              label={t('repeat.count')}
              type="number"
              inputMode="numeric"
              value={`${repeats.count || ''}`}
              onChange={(text) =>
                set({ count: Math.min(SERIES_DATES_MAXIMUM, Math.max(0, Math.trunc(Number(text)) || 0)) })
              }
            />
          )}
          <Switch isSelected={repeats.skips_holidays} onChange={(skips_holidays) => set({ skips_holidays })}>
            {t('repeat.skips')}
          </Switch>
          <RepeatDates rule={sent.rule} skips={sent.skips_holidays} date={date} />
        </>
      )}
    </div>
  );
}
