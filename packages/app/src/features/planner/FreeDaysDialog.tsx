import type { PublicHoliday } from '@kreide/core/features/planner';
import { writeDate } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Select } from '../../ui/Select.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Basedata.module.css';
import { addFreeDays, freeDaysQuery, regionsQuery, removeFreeDays } from './basedata-queries.ts';
import { yearsQuery } from './planner-queries.ts';

interface FreeDaysDialogProps {
  onClose: () => void;
}

/** The public holidays of a country, or of a part of it, as free days of a school year; one press takes them back. */
export function FreeDaysDialog({ onClose }: FreeDaysDialogProps) {
  const { t, language } = useTranslation(['planner', 'shell']);
  const years = useQuery(yearsQuery).data ?? [];
  const add = useMutation(addFreeDays);
  const remove = useMutation(removeFreeDays);
  const form = useForm({
    initial: () => ({ year: '', country: '', region: '', skipped: [] as string[] }),
    problems: () => [],
    send: () => add.mutateAsync({ body: { holidays: chosen.map((day) => ({ ...toDraft(day), is_public: true })) } }),
    onSaved: (added) => {
      const ids = added.map(({ id }) => id);
      // A toast outlives the dialog.
      const undo = () =>
        remove.mutateAsync({ body: { ids } }).then(
          () => toasts.show('success', t('basedata.freeDays.undone')),
          (error) => toasts.show('error', toSaid(error)),
        );
      toasts.show('success', t('basedata.freeDays.added', { count: ids.length }), {
        action: { label: t('basedata.freeDays.undo'), onAction: () => void undo() },
      });
      onClose();
    },
    toWords: toSaid,
  });
  const { country, region, skipped } = form.values;
  const year = form.values.year || `${years.find(({ is_active }) => is_active)?.id ?? years.at(-1)?.id ?? ''}`;
  const places = useQuery({ ...regionsQuery(country), placeholderData: (before) => before });
  const place = region || places.data?.country || '';
  const days = useQuery({ ...freeDaysQuery(year, place), enabled: year !== '' && place !== '' });
  const chosen: readonly PublicHoliday[] = (days.data ?? []).filter(
    (day) => !day.is_known && !skipped.includes(keyOf(day)),
  );
  return (
    <FormDialog
      title={t('basedata.freeDays.title')}
      form={form}
      texts={{ send: t('basedata.freeDays.add', { count: chosen.length }), cancel: t('cancel') }}
      intro={<p className={styles.muted}>{t('basedata.freeDays.about')}</p>}
      onClose={onClose}
    >
      <Select
        label={t('basedata.freeDays.year')}
        value={year}
        options={years.map(({ id, name }) => ({ key: `${id}`, text: name }))}
        onChange={(next) => form.change({ year: next, skipped: [] })}
      />
      <Loaded
        query={places}
        skeleton={{ items: 2, label: t('basedata.freeDays.loading') }}
        errorTitle={t('basedata.freeDays.errorTitle')}
      >
        {(at) => (
          <>
            <Select
              label={t('basedata.freeDays.country')}
              value={at.country ?? ''}
              options={at.countries.map(({ code, name }) => ({ key: code, text: name }))}
              onChange={(next) => form.change({ country: next, region: '', skipped: [] })}
            />
            <Select
              label={t('basedata.freeDays.region')}
              value={region}
              options={[
                { key: '', text: t('basedata.freeDays.whole') },
                ...at.regions.map(({ code, name }) => ({ key: code, text: name })),
              ]}
              onChange={(next) => form.change({ region: next, skipped: [] })}
            />
          </>
        )}
      </Loaded>
      {year !== '' && place !== '' && (
        <Loaded
          query={days}
          skeleton={{ items: 5, label: t('basedata.freeDays.loading') }}
          errorTitle={t('basedata.freeDays.errorTitle')}
        >
          {(found) => (
            <ul className={styles.days} aria-label={t('basedata.freeDays.title')}>
              {found.length === 0 && <li>{t('basedata.freeDays.none')}</li>}
              {found.map((day) => (
                <li key={keyOf(day)}>
                  <Checkbox
                    isDisabled={day.is_known}
                    isSelected={!day.is_known && !skipped.includes(keyOf(day))}
                    onChange={(isOn) =>
                      form.change({
                        skipped: isOn ? skipped.filter((one) => one !== keyOf(day)) : [...skipped, keyOf(day)],
                      })
                    }
                  >
                    {day.name}{' '}
                    <span className={styles.muted}>
                      {writeDate(language, day.begins_at, 'long')}
                      {day.is_known && `, ${t('basedata.freeDays.known')}`}
                    </span>
                  </Checkbox>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      )}
    </FormDialog>
  );
}

const keyOf = ({ name, begins_at }: PublicHoliday) => `${begins_at} ${name}`;
const toDraft = ({ name, begins_at, ends_at }: PublicHoliday) => ({ name, begins_at, ends_at });
