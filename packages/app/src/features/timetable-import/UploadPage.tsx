import type { Upload } from '@kreide/core/features/timetable-import';
import { isAllowed } from '@kreide/core/kernel';
import { useEffect, useRef, useState } from 'react';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { StepFoot } from '../../ui/Steps.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { ChangeTable } from './ChangeTable.tsx';
import { Codes } from './Codes.tsx';
import { Difference } from './Difference.tsx';
import { Findings } from './Findings.tsx';
import styles from './ImportScreens.module.css';
import { ReadingChoice } from './ReadingChoice.tsx';
import { isBeingRead, useUpload, useUploadActions } from './use-upload.ts';

interface UploadPageProps {
  uuid: string;
  onAnother: () => void;
  /** A new upload was made of this one. */
  onMade: (uuid: string) => void;
}

/** One upload: its progress, the changes that it would make, and its history. */
export function UploadPage({ uuid, ...next }: UploadPageProps) {
  const { t } = useTranslation('timetable-import');
  const query = useUpload(uuid);
  return (
    <Loaded query={query} skeleton={{ items: 2, label: t('upload.loading') }} errorTitle={t('review.errorTitle')}>
      {(upload) => (isBeingRead(upload) ? <Reading upload={upload} /> : <Review upload={upload} {...next} />)}
    </Loaded>
  );
}

function Reading({ upload }: { upload: Upload }) {
  const { t } = useTranslation('timetable-import');
  const text = t(upload.state === 'QUEUED' ? 'review.waiting' : 'review.reading');
  return (
    <Card isRoomy>
      <p role="status">{text}</p>
      <progress className={styles.progress} max={100} value={upload.progress} aria-label={text} />
    </Card>
  );
}

function Review({ upload, onAnother, onMade }: { upload: Upload } & Omit<UploadPageProps, 'uuid'>) {
  const { t } = useTranslation(['timetable-import', 'errors', 'shell']);
  const endings = { cancel: t('review.cancel'), close: t('shell:close') };
  const [question, setQuestion] = useState<'replace' | 'undo' | null>(null);
  const { publish, discard, undo, reprocess } = useUploadActions();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { state, changes } = upload;
  const params = { uuid: upload.uuid };
  const done = (text: string) => ({
    onSuccess: () => {
      toasts.show('success', text);
      setQuestion(null);
      heading.current?.focus();
    },
    onError: () => setQuestion(null),
  });
  const publishAll = (replace: boolean) =>
    publish.mutate({ params, body: { replace, revision: changes?.revision ?? 0 } }, done(t('review.published')));
  const readAgain = () =>
    reprocess.mutate(
      { body: { uuid: upload.uuid } },
      {
        onSuccess(made) {
          toasts.show('success', t('review.reprocessed', { number: String(made.number) }));
          onMade(made.uuid);
        },
      },
    );
  const error = publish.error ?? discard.error ?? undo.error ?? reprocess.error;
  const isReady = state === 'READY';
  const isAsked = isAllowed(upload.can, 'choose_reading');
  const number = String(upload.number);
  return (
    <>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {t('review.title', { number })}
        </h2>
        <p className={styles.state} role="status">
          {t(`state.${state}`)}
        </p>
        <p className={styles.hint}>
          {[upload.files.map(({ name }) => name).join(', '), upload.school_year?.name].filter(Boolean).join(' · ')}
        </p>
      </div>
      <Problem text={error && toReason(t, error)} />
      {/* What it waits for is asked below. */}
      <Problem text={isAsked && state === 'FAILED' ? null : upload.error} />
      {isAsked && state === 'FAILED' && <ReadingChoice upload={upload} />}
      {changes && (
        <Card>
          {changes.is_empty ? <p>{t('review.nothing')}</p> : <ChangeTable changes={changes} />}
          {isReady && changes.needs_replace && (
            <p className={styles.warning}>
              {t('review.much', {
                changed: changes.lessons.changed + changes.lessons.removed,
                total: changes.replaceable,
              })}
            </p>
          )}
          {isReady && !isAllowed(upload.can, 'publish') && <p className={styles.hint}>{t('review.mayNotPublish')}</p>}
        </Card>
      )}
      {isReady && isAsked && <ReadingChoice upload={upload} />}
      {isReady && <Codes upload={upload} />}
      <Findings upload={upload} />
      {/* Another revision of the plan, or another state of the upload, is another difference. */}
      {changes && !changes.is_empty && <Difference key={`${state} ${changes.revision}`} upload={upload} />}
      <StepFoot>
        {!isReady && (
          <Button icon="upload" onPress={onAnother}>
            {t('review.another')}
          </Button>
        )}
        {!isReady && isAllowed(upload.can, 'reprocess') && (
          <Button isPending={reprocess.isPending} onPress={readAgain}>
            {t('review.reprocess')}
          </Button>
        )}
        {changes && isAllowed(upload.can, 'undo') && (
          <Button isPending={undo.isPending} onPress={() => setQuestion('undo')}>
            {t('review.undo')}
          </Button>
        )}
        {isReady && changes && isAllowed(upload.can, 'discard') && (
          <Button
            icon="trash"
            isPending={discard.isPending}
            onPress={() => discard.mutate({ params }, done(t('review.discarded')))}
          >
            {t('review.discard')}
          </Button>
        )}
        {isReady && changes && isAllowed(upload.can, 'publish') && !changes.is_empty && (
          <Button
            look="primary"
            icon="checkCircle"
            isPending={publish.isPending}
            onPress={() => (changes.needs_replace ? setQuestion('replace') : publishAll(false))}
          >
            {t('review.publish')}
          </Button>
        )}
      </StepFoot>
      {question === 'replace' && changes && (
        <ConfirmDialog
          title={t('replace.title')}
          texts={{ confirm: t('replace.confirm'), ...endings }}
          isPending={publish.isPending}
          onConfirm={() => publishAll(true)}
          onClose={() => setQuestion(null)}
        >
          <p>
            {t('review.much', {
              changed: changes.lessons.changed + changes.lessons.removed,
              total: changes.replaceable,
            })}
          </p>
        </ConfirmDialog>
      )}
      {question === 'undo' && (
        <ConfirmDialog
          title={t('undo.title', { number })}
          texts={{ confirm: t('review.undo'), ...endings }}
          isPending={undo.isPending}
          onConfirm={() => undo.mutate({ params }, done(t('review.undone')))}
          onClose={() => setQuestion(null)}
        >
          <p>{t('undo.text')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
