import { contentMoveApi, type MoveChannel, type MovePreview } from '@kreide/core/features/content-move';
import { writeSize } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason, toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { toasts } from '../../ui/toast-store.ts';
import type { Wanted } from './ChooseDialog.tsx';
import styles from './Move.module.css';
import { useMoveActions } from './use-move.ts';

interface ConfirmMoveProps {
  from: MoveChannel;
  to: MoveChannel;
  wanted: Wanted;
  /** It is asked at the old channel, which is empty afterwards. */
  isOld: boolean;
  onClose: () => void;
}

/** Says how much moves, who sees it and who does not any more, and does it. */
export function ConfirmMove({ from, to, wanted, isOld, onClose }: ConfirmMoveProps) {
  const { t } = useTranslation(['content-move', 'shell', 'errors']);
  const navigate = useNavigate();
  const [isShown, setShown] = useState(false);
  const { move } = useMoveActions();
  const query = {
    old_channel_id: String(from.id),
    new_channel_id: String(to.id),
    chat: wanted.chat ? '1' : '0',
    cloud: wanted.cloud ? '1' : '0',
  } as const;
  const preview = useQuery(queryOf(contentMoveApi.preview, { query }, { staleTime: 0 }));
  const needed = isNeeded(preview.data, wanted);
  const begin = () =>
    move.mutate(
      { body: { old_channel_id: from.id, new_channel_id: to.id, ...wanted, is_shown_to_newcomers: isShown } },
      {
        onSuccess: () => {
          toasts.show('success', t('toast.begun'));
          if (isOld) navigate('/channels');
          else onClose();
        },
      },
    );
  const { error } = move;
  return (
    <Dialog
      role="alertdialog"
      isOpen
      title={t('confirm.title', { from: from.meta.displayname, to: to.meta.displayname })}
      closeLabel={t('shell:close')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button
            look="primary"
            isPending={move.isPending}
            isDisabled={!preview.data?.is_fitting || (needed && !isShown)}
            onPress={begin}
          >
            {t('confirm.move')}
          </Button>
        </>
      }
    >
      <Loaded query={preview} skeleton={{ type: 'list', label: t('loading') }} errorTitle={t('errorTitle')}>
        {(found) => <Facts preview={found} wanted={wanted} isNeeded={needed} isShown={isShown} onShow={setShown} />}
      </Loaded>
      <Problem text={error && (error.issues.length > 0 ? toSaid(error) : toReason(t, error))} />
    </Dialog>
  );
}

/** Can what is wanted move only when everybody in the new channel may see it? */
const isNeeded = (preview: MovePreview | undefined, { chat, cloud }: Wanted): boolean =>
  preview !== undefined && ((chat && preview.confirm.chat) || (cloud && preview.confirm.cloud));

interface FactsProps {
  preview: MovePreview;
  wanted: Wanted;
  isNeeded: boolean;
  isShown: boolean;
  onShow: (isShown: boolean) => void;
}

function Facts({ preview, wanted, isNeeded: needed, isShown, onShow }: FactsProps) {
  const { t, language } = useTranslation('content-move');
  const { messages_count, files_count, size, leaving_count, newcomers_count, is_fitting } = preview;
  return (
    <div className={styles.section}>
      <ul className={styles.facts}>
        {wanted.chat && <li>{t('confirm.messages', { messages: messages_count })}</li>}
        <li>{t('confirm.files', { files: wanted.cloud ? files_count : 0, size: writeSize(language, size) })}</li>
        {leaving_count > 0 && <li>{t('confirm.leaving', { people: leaving_count })}</li>}
        {newcomers_count > 0 && <li>{t('confirm.newcomers', { people: newcomers_count })}</li>}
      </ul>
      {newcomers_count > 0 && (
        <Checkbox isSelected={isShown} onChange={onShow}>
          {t('confirm.show')}
        </Checkbox>
      )}
      <p className={styles.hint}>{t(is_fitting ? (needed ? 'confirm.must' : 'confirm.undo') : 'confirm.full')}</p>
    </div>
  );
}
