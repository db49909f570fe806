import { type Message, READERS_TO_CONFIRM } from '@kreide/core/features/channels';
import { type Survey, surveysApi } from '@kreide/core/features/surveys';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { SurveyDialog } from '../surveys/index.ts';

interface SurveySendingProps {
  chatId: number;
  readers: number;
  onSent: (message: Message) => void;
  onClose: () => void;
}

/** Makes a survey and sends it into the chat (C-4.24, C-7.49). */
export function SurveySending({ chatId, readers, onSent, onClose }: SurveySendingProps) {
  const { t } = useTranslation('chat');
  /** Waits for a second tap where very many would read it, as a message does. */
  const [decide, setDecide] = useState<((isSure: boolean) => void) | null>(null);
  const send = useMutation(mutationOf(surveysApi.send));
  // One message, however often it is tried.
  const uuids = useRef(new Map<number, string>());

  async function sendSurvey({ id }: Survey) {
    if (readers > READERS_TO_CONFIRM) {
      const isSure = await new Promise<boolean>((decide) => setDecide(() => decide));
      setDecide(null);
      if (!isSure) throw new Error('its author is not sure');
    }
    const uuid = uuids.current.get(id) ?? crypto.randomUUID();
    uuids.current.set(id, uuid);
    const body = { uuid, content: '', survey_form_id: id };
    onSent(await send.mutateAsync({ params: { chatId: String(chatId) }, body }));
  }

  return (
    <>
      <Suspense>
        <SurveyDialog confirm={t('send', { count: readers })} onMade={sendSurvey} onClose={onClose} />
      </Suspense>
      {decide && (
        <ConfirmDialog
          title={t('confirmTitle', { count: readers })}
          look="primary"
          texts={{ confirm: t('send', { count: readers }), cancel: t('cancel'), close: t('close') }}
          onConfirm={() => decide(true)}
          onClose={() => decide(false)}
        >
          {t('confirmText')}
        </ConfirmDialog>
      )}
    </>
  );
}
