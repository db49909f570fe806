import { addEventChannel, addEventUser, type EventPerson } from '@kreide/core/features/calendar';
import type { Contact } from '@kreide/core/features/channels';
import { useState } from 'react';
import { toldApart } from '../../kernel/told-apart.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { PeoplePicker } from '../channels/index.ts';
import { CHANNEL_TABS, ChannelPicker } from './ChannelPicker.tsx';
import styles from './EventForm.module.css';
import type { EventFormState } from './use-event-form.ts';

/** Whom one can invite (C-4.85). */
const TABS = [...CHANNEL_TABS, 'users'] as const;
type Tab = (typeof TABS)[number];

const toEventPerson = ({ id, displayname, subtitle }: Contact): EventPerson => ({
  id,
  meta: { displayname, subtitle },
});

/** The participants: channels in which the user may write, and people whom they may write to (C-2.55). */
export function ParticipantsStep({ form }: { form: EventFormState }) {
  const { t } = useTranslation('calendar');
  const [tab, setTab] = useState<Tab>('global');
  const { participants } = form.values;
  const { channels, users } = participants;
  const chosen = [
    ...channels.map(({ id, meta }) => ({
      key: `channel ${id}`,
      name: meta.displayname,
      drop: () => form.change({ participants: { channels: channels.filter((one) => one.id !== id), users } }),
    })),
    ...users.map(({ id, meta }) => ({
      key: `user ${id}`,
      name: toldApart(meta),
      drop: () => form.change({ participants: { channels, users: users.filter((one) => one.id !== id) } }),
    })),
  ];
  return (
    <div className={styles.form}>
      <section className={styles.chosen} aria-label={t('participants.chosen')}>
        {chosen.length === 0 && <p className={styles.about}>{t('form.nobody')}</p>}
        {chosen.map(({ key, name, drop }) => (
          <Button key={key} icon="close" aria-label={t('participants.remove', { name })} onPress={drop}>
            {name}
          </Button>
        ))}
      </section>
      <Tabs
        label={t('participants.kinds')}
        tabs={TABS.map((id) => ({ id, text: t(`participants.${id}`) }))}
        value={tab}
        onChange={setTab}
      >
        {tab === 'users' ? (
          <PeoplePicker
            action={t('participants.add')}
            chosen={users.map(({ id }) => id)}
            onPick={(person) => form.change({ participants: addEventUser(participants, toEventPerson(person)) })}
            onPickAll={(people) =>
              form.change({
                participants: people.reduce((all, person) => addEventUser(all, toEventPerson(person)), participants),
              })
            }
          />
        ) : (
          <ChannelPicker
            tab={tab}
            label={t(`participants.${tab}`)}
            chosen={channels.map(({ id }) => id)}
            onPick={(channel) => form.change({ participants: addEventChannel(participants, channel) })}
          />
        )}
      </Tabs>
    </div>
  );
}
