import { newsAbilitiesOf } from '@kreide/core/features/news';
import { useEffect, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { draftStore } from '../../kernel/draft-store.ts';
import { Redirect } from '../../kernel/Redirect.tsx';
import { StepFrame } from '../../kernel/StepFrame.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, LinkButton } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { StepFoot } from '../../ui/Steps.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { useNewsReader } from './apply-news.ts';
import { CarriedFields } from './CarriedFields.tsx';
import { FinishNews } from './FinishNews.tsx';
import { FormProblems } from './FormProblems.tsx';
import styles from './NewsForm.module.css';
import { NewsForm } from './NewsForm.tsx';
import pages from './NewsPages.module.css';
import { Refused } from './NewsStates.tsx';
import { formProblems, parseValues, toValues } from './news-form.ts';
import { ReceiverSelection } from './ReceiverSelection.tsx';
import { useNewsFiles } from './use-news-files.ts';
import { useNewsForm } from './use-news-form.ts';
import { useUnsentNews } from './use-unsent-news.ts';

/** The pages on which an item is written, in their order (C-2.22, C-2.23, C-2.25). */
const STEPS = ['channelselection', 'body', 'attachments', 'finish'] as const;
type Step = (typeof STEPS)[number];
const NAMES = {
  channelselection: 'receivers',
  body: 'body',
  attachments: 'attachments',
  finish: 'finish',
} as const satisfies Record<Step, string>;

/** Writes an item (C-6.12) in four steps, each with an address. What is not sent yet stays on the device. */
export function CreateNewsScreen() {
  const { permissions } = useSelf();
  return permissions.includes('create-news') ? <NewItem /> : <Refused />;
}

/** The step that the address names; null for one that cannot be shown yet, or not at all (C-2.21). */
function useStep(hasReceivers: boolean, isWhole: boolean) {
  const { step } = useParams();
  const search = useSearchParams()[0].toString();
  const wanted = STEPS.find((one) => one === step) ?? null;
  const isEarly = (wanted !== 'channelselection' && !hasReceivers) || (wanted === 'finish' && !isWhole);
  const before: Step = wanted === 'finish' && hasReceivers ? 'body' : 'channelselection';
  return {
    step: isEarly ? null : wanted,
    /** Where to go instead, when there is none. */
    before,
    toStep: (next: Step) => `/news/create/${next}${search && `?${search}`}`,
  };
}

function NewItem() {
  const { t } = useTranslation(['news', 'form']);
  const { uuid, school } = useSelf();
  const { actor } = useNewsReader()();
  const navigate = useNavigate();
  const unsent = useUnsentNews();
  const zone = school.time_zone;
  const [kept] = useState(() => {
    const now = new Date();
    const values = parseValues(draftStore.read(uuid, unsent.draft, now.getTime()), toValues(null, { zone, now }));
    return values ?? unsent.values;
  });
  const [hasDraft, setHasDraft] = useState(kept !== null && unsent.values === null);
  const form = useNewsForm({
    item: null,
    draft: kept,
    onSaved: (item) => {
      draftStore.remove(uuid, unsent.draft, Date.now());
      unsent.discard();
      if (!item) {
        toasts.show('info', t('changes.waits'));
        navigate('/news');
        return;
      }
      const isToCome = Date.parse(item.publish_at) > Date.now();
      toasts.show('success', t(isToCome ? 'changes.scheduled' : 'changes.published'));
      navigate(isToCome ? '/news/scheduled' : `/news?news=${item.uuid}`);
    },
  });
  const files = useNewsFiles(form);
  const { values, hasChanges, isSaved, reset } = form;
  useEffect(() => {
    if (isSaved()) return;
    if (hasChanges) draftStore.write(uuid, unsent.draft, values, Date.now());
    else draftStore.remove(uuid, unsent.draft, Date.now());
  }, [uuid, values, hasChanges, unsent.draft, isSaved]);
  const hasReceivers = values.channels.length + values.user_ids.length > 0;
  const isWhole = formProblems(values, null, { zone, now: new Date() }).length === 0;
  const { step, before, toStep } = useStep(hasReceivers, isWhole || isSaved());
  const isOpen: Record<Step, boolean> = {
    channelselection: true,
    body: hasReceivers,
    attachments: hasReceivers,
    finish: hasReceivers && isWhole,
  };
  if (step === null) return <Redirect to={toStep(before)} />;
  const hint = hasDraft && (
    <div role="status" className={styles.hint}>
      <p>{t('form.draftRestored')}</p>
      <Button
        onPress={() => {
          reset();
          setHasDraft(false);
          navigate(toStep('channelselection'));
        }}
      >
        {t('form.draftDiscard')}
      </Button>
    </div>
  );
  return (
    <div className={pages.page}>
      <StepFrame
        label={t('create.steps')}
        current={step}
        steps={STEPS.map((key) => ({ key, name: t(`create.${NAMES[key]}`), to: isOpen[key] ? toStep(key) : null }))}
      >
        {step !== 'finish' && hint}
        {step === 'channelselection' && <ReceiverSelection form={form} onNext={() => navigate(toStep('body'))} />}
        {step === 'body' && (
          <NewsForm
            form={form}
            can={newsAbilitiesOf(actor, { user_id: actor.user_id })}
            isDraft
            onSubmit={async () => form.check() && navigate(toStep('attachments'))}
          >
            <StepFoot>
              <LinkButton href={toStep('channelselection')}>{t('form:steps.back')}</LinkButton>
              <Button type="submit" look="primary">
                {t('form:steps.next')}
              </Button>
            </StepFoot>
          </NewsForm>
        )}
        {step === 'attachments' && (
          <Card isRoomy>
            <div className={styles.form}>
              <FormProblems form={form} />
              <CarriedFields form={form} files={files} />
              <StepFoot>
                <LinkButton href={toStep('body')}>{t('form:steps.back')}</LinkButton>
                <Button
                  look="primary"
                  isPending={files.isUploading}
                  onPress={() => form.check() && navigate(toStep('finish'))}
                >
                  {t(files.isUploading ? 'files.wait' : 'form:steps.next')}
                </Button>
              </StepFoot>
            </div>
          </Card>
        )}
        {step === 'finish' && <FinishNews form={form} isUploading={files.isUploading} back={toStep('attachments')} />}
      </StepFrame>
    </div>
  );
}
