import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ActionRow, RowList } from '../../ui/RowList.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { locationsQuery } from './calendar-queries.ts';
import styles from './EventForm.module.css';
import type { EventFormState } from './use-event-form.ts';

/** The place of an event: any words, or a place that was used before (C-2.53). */
export function LocationStep({ form, onDone }: { form: EventFormState; onDone: () => void }) {
  const { t } = useTranslation('calendar');
  const { location } = form.values;
  const wanted = location.trim().toLowerCase();
  const used = (useQuery(locationsQuery).data ?? []).filter(
    (one) => wanted === '' || one === location || one.toLowerCase().includes(wanted),
  );
  return (
    <div className={styles.form}>
      <TextField
        label={t('form.location')}
        autoComplete="off"
        value={location}
        onChange={(text) => form.change({ location: text })}
      />
      {used.length > 0 && (
        <section>
          <h3 className={styles.heading}>{t('locations.used')}</h3>
          <RowList label={t('locations.used')}>
            {used.slice(0, 8).map((one) => (
              <ActionRow
                key={one}
                text={one}
                end={one === location && <Icon name="check" size={20} />}
                onPress={() => {
                  form.change({ location: one });
                  onDone();
                }}
              />
            ))}
          </RowList>
        </section>
      )}
    </div>
  );
}
