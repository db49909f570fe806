import { type CalendarEvent, isEventAuthor, isGroupOf } from '@kreide/core/features/calendar';
import { isAllowed } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { startConversation } from '../channels/index.ts';
import styles from './Calendar.module.css';
import { eventQuery } from './calendar-queries.ts';
import { DeleteEvent } from './DeleteEvent.tsx';
import { EventAnswers } from './EventAnswers.tsx';
import { EventReminders } from './EventReminders.tsx';
import { SeriesFacts } from './SeriesFacts.tsx';
import { useWords } from './use-words.ts';

interface EventDetailsProps {
  id: string;
  onClose: () => void;
}

/** The details of an event above the calendar (C-2.35, C-2.103); one that is not there says so (C-4.64, C-8.10). */
export function EventDetails({ id, onClose }: EventDetailsProps) {
  const { t } = useTranslation(['calendar', 'shell']);
  const isId = /^[1-9]\d{0,14}$/.test(id);
  const query = useQuery({ ...eventQuery(id), enabled: isId });
  const isMissing = !isId || query.error?.code === 'not_found';
  const event = isMissing ? undefined : query.data;
  return (
    <Dialog
      isOpen
      title={event?.name ?? t(isMissing ? 'title' : 'details.loading')}
      onClose={onClose}
      closeLabel={t('shell:close')}
      actions={event && <Actions event={event} onClose={onClose} />}
    >
      {isMissing ? (
        <EmptyState
          icon="calendar"
          headingLevel={3}
          title={t('details.missingTitle')}
          text={t('details.missingText')}
        />
      ) : (
        <Loaded
          query={query}
          headingLevel={3}
          skeleton={{ type: 'list', label: t('details.loading') }}
          errorTitle={t('details.errorTitle')}
        >
          {(loaded) => (
            <>
              <Facts event={loaded} />
              <EventAnswers event={loaded} />
              <EventReminders event={loaded} />
            </>
          )}
        </Loaded>
      )}
    </Dialog>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Facts({ event }: { event: CalendarEvent }) {
  const { t } = useTranslation('calendar');
  const { whenOf } = useWords();
  const groups = event.channels.filter(({ type }) => isGroupOf(type));
  const people = [...event.channels.filter(({ type }) => !isGroupOf(type)), ...event.users];
  const names = (all: readonly { id: number; meta: { displayname: string } }[]) => (
    <ul className={styles.names}>
      {all.map(({ id, meta }) => (
        <li key={id}>{meta.displayname}</li>
      ))}
    </ul>
  );
  return (
    <dl className={styles.facts}>
      <Fact name={t('details.when')}>{whenOf(event)}</Fact>
      {event.series && (
        <Fact name={t('details.repeats')}>
          <SeriesFacts series={event.series} />
        </Fact>
      )}
      {event.location && <Fact name={t('details.where')}>{event.location}</Fact>}
      <Fact name={t('form.category')}>{t(`category_${event.category}`)}</Fact>
      <Fact name={t('details.author')}>{event.user?.meta.displayname ?? t('details.noAuthor')}</Fact>
      {groups.length > 0 && <Fact name={t('details.groups')}>{names(groups)}</Fact>}
      {people.length > 0 && <Fact name={t('details.people')}>{names(people)}</Fact>}
      {event.participants !== null && event.participants > 0 && (
        <Fact name={t('form.participants')}>{t('details.count', { count: event.participants })}</Fact>
      )}
      {event.description && (
        <Fact name={t('details.description')}>
          <p className={styles.description}>{event.description}</p>
        </Fact>
      )}
    </dl>
  );
}

/** What may be done with it (C-2.104, C-2.105, C-6.04 to C-6.06). */
function Actions({ event, onClose }: { event: CalendarEvent; onClose: () => void }) {
  const { t } = useTranslation(['calendar', 'errors']);
  const { id, permissions } = useSelf();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  const contact = useMutation({
    ...startConversation,
    onSuccess: (channel) => void navigate(`/channels/${channel.id}`),
    onError: (error) => toasts.show('error', toReason(t, error)),
  });
  const edit = new URLSearchParams(search);
  edit.set('event-creation', 'true');
  edit.set('id', String(event.id));
  const author = event.user;
  const isOwn = author?.id === id || isEventAuthor(event.can);
  return (
    <>
      {isAllowed(event.can, 'delete') && (
        <Button look="quiet" icon="trash" onPress={() => setDeleting(true)}>
          {t('details.delete')}
        </Button>
      )}
      {!isOwn && author && permissions.includes('create-conversation') && (
        <Button
          icon="chat"
          isPending={contact.isPending}
          onPress={() => contact.mutate({ body: { user_id: author.id } })}
        >
          {t('details.contact')}
        </Button>
      )}
      {isAllowed(event.can, 'update') && (
        <LinkButton look="primary" icon="edit" href={`?${edit}`}>
          {t('details.edit')}
        </LinkButton>
      )}
      {isDeleting && <DeleteEvent event={event} onClose={() => setDeleting(false)} onDeleted={onClose} />}
    </>
  );
}
