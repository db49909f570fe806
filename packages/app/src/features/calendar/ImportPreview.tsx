import { type EventChannel, type ImportedEvent, type ImportTrial, seriesWords } from '@kreide/core/features/calendar';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { ChannelPicker } from './ChannelPicker.tsx';
import styles from './EventForm.module.css';
import { applyImport } from './import-queries.ts';
import { useWords } from './use-words.ts';

interface ImportPreviewProps {
  trial: ImportTrial;
  onClose: () => void;
}

/** What a file would do: each event with its time and repetition, what is not read and why, and whom new ones are for. */
export function ImportPreview({ trial, onClose }: ImportPreviewProps) {
  const { t } = useTranslation(['calendar', 'errors']);
  const [channels, setChannels] = useState<EventChannel[]>([]);
  const apply = useMutation({
    ...applyImport,
    onSuccess: ({ added, changed }) => {
      toasts.show('success', t('import.applied', { added, changed }));
      onClose();
    },
    onError: (error) => toasts.show('error', toReason(t, error)),
  });
  const { events, left, left_count, zones } = trial;
  const number = events.filter(({ state }) => state !== 'known').length;
  const hasNew = events.some(({ state }) => state === 'new');
  return (
    <Card isRoomy>
      <div className={styles.form}>
        <h2>{t('import.found', { name: trial.file_name })}</h2>
        {events.length > 0 && (
          <ul className={styles.rows} aria-label={t('import.found', { name: trial.file_name })}>
            {events.map((event) => (
              <ImportRow key={`${event.begins_at} ${event.ends_at} ${event.name} ${event.location}`} event={event} />
            ))}
          </ul>
        )}
        {zones.length > 0 && <p>{t('import.zones', { zones: zones.join(', ') })}</p>}
        {left.length > 0 && <Left left={left} number={left_count} />}
        {number === 0 && <p>{t('import.nothing')}</p>}
        {hasNew && <Target channels={channels} onChange={setChannels} />}
        {number > 0 && <p className={styles.about}>{t('import.quiet')}</p>}
        <div className={styles.chosen}>
          {number > 0 && (
            <Button
              look="primary"
              isPending={apply.isPending}
              onPress={() =>
                apply.mutate({ params: { id: String(trial.id) }, body: { channels: channels.map(({ id }) => id) } })
              }
            >
              {t('import.apply', { number })}
            </Button>
          )}
          <Button onPress={onClose}>{t('import.other')}</Button>
        </div>
      </div>
    </Card>
  );
}

function ImportRow({ event }: { event: ImportedEvent }) {
  const { t, language } = useTranslation('calendar');
  const { whenOf } = useWords();
  const { name, location, state, series } = event;
  const changed = series?.changed ?? 0;
  const about = [
    whenOf(event),
    series && seriesWords(series, { t, language }),
    changed > 0 && t('import.exceptions', { number: changed }),
    location,
  ];
  return (
    <li>
      <div className={styles.row}>
        <span>
          {name}
          <br />
          <span className={styles.about}>{about.filter(Boolean).join(', ')}</span>
        </span>
        <strong>{t(`import.state_${state}`)}</strong>
      </div>
    </li>
  );
}

/** What is not read, by its line, with the reason. */
function Left({ left, number }: { left: ImportTrial['left']; number: number }) {
  const { t } = useTranslation('calendar');
  return (
    <section className={styles.question} aria-label={t('import.leftTitle', { number })}>
      <h3 className={styles.heading}>{t('import.leftTitle', { number })}</h3>
      <ul className={styles.rows}>
        {left.map(({ line, name, reason, value }) => (
          <li key={`${line} ${reason} ${value}`}>
            {[t('import.leftLine', { line }), name].filter(Boolean).join(', ')}: {t(`import.left_${reason}`)}
            {value !== null && <span className={styles.about}> {value}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TargetProps {
  channels: readonly EventChannel[];
  onChange: (channels: EventChannel[]) => void;
}

function Target({ channels, onChange }: TargetProps) {
  const { t } = useTranslation('calendar');
  return (
    <section className={styles.question} aria-label={t('import.target')}>
      <h3 className={styles.heading}>{t('import.target')}</h3>
      <div className={styles.chosen}>
        {channels.length === 0 && <p className={styles.about}>{t('import.onlyMe')}</p>}
        {channels.map(({ id, meta: { displayname } }) => (
          <Button
            key={id}
            icon="close"
            aria-label={t('participants.remove', { name: displayname })}
            onPress={() => onChange(channels.filter((one) => one.id !== id))}
          >
            {displayname}
          </Button>
        ))}
      </div>
      <ChannelPicker
        label={t('participants.custom')}
        chosen={channels.map(({ id }) => id)}
        onPick={(channel) => onChange([...channels, channel])}
      />
    </section>
  );
}
