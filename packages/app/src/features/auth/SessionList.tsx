import { type OpenSession, sessionsApi } from '@kreide/core/features/auth';
import { writeMoment } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ActionRow, LinkRow, RowList } from '../../ui/RowList.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { SELF } from './factor-wish.ts';
import { useProblemWords } from './use-problem-words.ts';

/** The devices that are signed in; a press signs one out, this one as everywhere after a question. */
export function SessionList() {
  const { t, language } = useTranslation(['two-factor', 'shell', 'errors']);
  const { school } = useSelf();
  const query = useQuery(queryOf(sessionsApi.listSessions, SELF));
  const [leaving, setLeaving] = useState<OpenSession | null>(null);
  const nameOf = ({ kind, device }: OpenSession) =>
    kind !== 'app' ? t('sessions.program') : (device ?? t('sessions.unknown'));
  return (
    <>
      <Loaded
        query={query}
        skeleton={{ items: 2, label: t('shell:titles.loading') }}
        errorTitle={t('shell:connectionLost.title')}
      >
        {(sessions) => (
          <RowList label={t('sessions.title')}>
            {sessions.map((one) => {
              const date = writeMoment(language, new Date(one.last_used_at), school.time_zone, 'long');
              const row = {
                icon: one.kind !== 'app' ? ('monitor' as const) : ('user' as const),
                text: nameOf(one),
                about: t('sessions.used', { date }),
              };
              return one.is_current ? (
                <LinkRow key={one.id} {...row} href="?logout=true" end={<Tag>{t('sessions.current')}</Tag>} />
              ) : (
                <ActionRow
                  key={one.id}
                  {...row}
                  onPress={() => setLeaving(one)}
                  end={<Icon name="logout" size={16} />}
                />
              );
            })}
          </RowList>
        )}
      </Loaded>
      {leaving && <EndDialog session={leaving} name={nameOf(leaving)} onClose={() => setLeaving(null)} />}
    </>
  );
}

interface EndDialogProps {
  session: OpenSession;
  name: string;
  onClose: () => void;
}

function EndDialog({ session, name, onClose }: EndDialogProps) {
  const { t } = useTranslation(['two-factor', 'shell']);
  const toWords = useProblemWords();
  const end = useMutation({
    ...mutationOf(sessionsApi.endSession, { touches: [sessionsApi.listSessions], messages: false }),
    onSuccess: () => {
      toasts.show('success', t('sessions.ended', { name }));
      onClose();
    },
    onError: (error) => {
      toasts.show('error', toWords(error));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('sessions.endTitle', { name })}
      texts={{ confirm: t('shell:logout.action'), cancel: t('settings.cancel'), close: t('shell:close') }}
      icon="logout"
      isPending={end.isPending}
      onConfirm={() => end.mutate({ params: { id: 'self', session_id: String(session.id) } })}
      onClose={onClose}
    >
      <p>{t('sessions.endText')}</p>
    </ConfirmDialog>
  );
}
