import type { FileEntry } from '@kreide/core/features/files';
import { newsAbilitiesOf, type SharedNewsItem } from '@kreide/core/features/news';
import { Suspense, useState } from 'react';
import { serverAddress } from '../../kernel/server-address.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { StepFoot } from '../../ui/Steps.tsx';
import { SurveyOutline } from '../surveys/index.ts';
import { FormProblems } from './FormProblems.tsx';
import { NewsCard } from './NewsCard.tsx';
import styles from './NewsPages.module.css';
import { toDraft } from './news-form.ts';
import { ReaderCount } from './ReaderCount.tsx';
import type { NewsFormState } from './use-news-form.ts';
import { useReceivers } from './use-receivers.ts';

/** Above so many readers the button says how many; above `ASKS_ABOVE` it asks once more. */
const COUNTS_ABOVE = 30;
const ASKS_ABOVE = 100;

/** A picture of the item as its readers get it. */
const toPicture = ({ url, width, height, alt_name: alt }: FileEntry) => ({
  url: serverAddress + url,
  alt,
  width: width ?? 0,
  height: height ?? 0,
});

/** Nobody who reads it may change it: what the preview shows. */
const READER = { user_id: 0, permissions: new Set<never>() };

interface FinishNewsProps {
  form: NewsFormState;
  /** A file is still on its way: without it nothing is sent. */
  isUploading: boolean;
  back: string;
}

/** The last step: the item as its readers will see it, who they are, and the button that sends it (C-2.25). */
export function FinishNews({ form, isUploading, back }: FinishNewsProps) {
  const { t } = useTranslation(['news', 'form', 'shell']);
  const { id, displayname, school } = useSelf();
  const [isAsking, setAsking] = useState(false);
  const { values, isPending } = form;
  const { data, isLoading } = useReceivers(values);
  const now = new Date();
  const { publish_at, ...draft } = toDraft(values, null, { zone: school.time_zone, now });
  const at = publish_at ?? now.toISOString();
  const picture = values.files.find(({ uuid }) => uuid === values.preview);
  const shared: SharedNewsItem = {
    id: 0,
    uuid: '',
    user_id: id,
    title: draft.title,
    content_rendered: draft.content,
    excerpt: '',
    publish_at: at,
    updated_at: at,
    user: { displayname },
    is_public: draft.is_public,
    is_pinned: draft.is_pinned,
    is_official: draft.is_official,
    is_notifiable: values.is_notifiable,
    is_confirmable: values.is_confirmable,
    has_translations: false,
    has_emergency_sms: false,
    preview: picture ? { uuid: picture.uuid } : null,
    preview_image: picture ? toPicture(picture) : null,
  };
  const own = {
    channels: data?.channels ?? [],
    user_ids: [],
    attachments: values.files,
    files: [],
    survey_form_id: null,
    survey_uuid: null,
    survey: null,
    meta: { is_receiver: false, is_confirmed: false, statistics: null, exports: null },
  };
  const item = { ...shared, ...own, can: newsAbilitiesOf(READER, shared) };
  const count = data?.readers_count ?? 0;
  const action = values.isLater ? 'schedule' : 'publish';
  // An unknown number may be the whole school.
  const send = () => (!data || count > ASKS_ABOVE ? setAsking(true) : void form.submit());
  return (
    <>
      <FormProblems form={form} />
      <p className={styles.about}>{data && <ReaderCount of={data} />}</p>
      <section className={styles.list} aria-label={t('create.preview')}>
        <NewsCard item={item} timeZone={school.time_zone} isAlone />
        {values.survey && (
          <Card isRoomy>
            <Suspense>
              <SurveyOutline id={values.survey.id} />
            </Suspense>
          </Card>
        )}
      </section>
      <div>
        <Checkbox isSelected={values.is_notifiable} onChange={(is_notifiable) => form.change({ is_notifiable })}>
          {t('create.notify')}
        </Checkbox>
        <p className={styles.about}>
          {values.is_notifiable ? data && t('create.notified', { count }) : t('create.notNotified')}
        </p>
      </div>
      <StepFoot>
        <LinkButton href={back}>{t('form:steps.back')}</LinkButton>
        <Button look="primary" isPending={isPending || isUploading || isLoading} onPress={send}>
          {isUploading
            ? t('files.wait')
            : isPending
              ? t('form.saving')
              : count > COUNTS_ABOVE
                ? t(`create.${action}To`, { count })
                : t(`form.${action}`)}
        </Button>
      </StepFoot>
      {isAsking && (
        <ConfirmDialog
          title={data ? t('create.askTitle', { count }) : t('create.askUnknownTitle')}
          texts={{ confirm: t(`form.${action}`), cancel: t('form.cancel'), close: t('shell:close') }}
          onConfirm={() => {
            setAsking(false);
            void form.submit();
          }}
          onClose={() => setAsking(false)}
        >
          <p>{data ? <ReaderCount of={data} /> : t('create.askUnknown')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
