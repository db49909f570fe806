import { childRequestApi, missingInChildRequest, type OwnChildRequests } from '@kreide/core/features/registration';
import { ApiError, toLocal } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { mutationOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { late } from '../../kernel/late.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { useProblemWords } from '../auth/index.ts';
import styles from './Registration.module.css';
import { ownRequestsQuery, SELF } from './request-queries.ts';
import { StepForm } from './StepForm.tsx';

const DatePicker = late(async () => (await import('../../ui/DatePicker.tsx')).DatePicker);
const WIZARD = '/settings/add-child/activation-key';
/** The oldest day of birth that the picker offers. */
const EARLIEST = '1990-01-01';

/** A parent without a code asks the school for it (P-7.75). */
export function ChildRequestScreen() {
  const { t } = useTranslation('registration');
  const query = useQuery(ownRequestsQuery());
  return (
    <div className={styles.screen}>
      <Card isRoomy>
        <Loaded query={query} skeleton={{ items: 3, label: t('request.title') }} errorTitle={t('request.failed')}>
          {({ asks }) => <RequestForm asks={asks} />}
        </Loaded>
      </Card>
    </div>
  );
}

function RequestForm({ asks }: Pick<OwnChildRequests, 'asks'>) {
  const { t } = useTranslation('registration');
  const navigate = useNavigate();
  const toWords = useProblemWords();
  const self = useSelf();
  const [draft, setDraft] = useState({ firstname: '', lastname: self.lastname, grade: '', birthdate: '' });
  const [hasTried, setTried] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = useMutation(
    mutationOf(childRequestApi.requestChildCode, {
      messages: false,
      touches: [childRequestApi.listOwnChildRequests],
    }),
  );
  const missing = [
    ...(['firstname', 'lastname'] as const).filter((field) => draft[field].trim() === ''),
    ...missingInChildRequest({ grade: draft.grade, birthdate: draft.birthdate || null }, asks),
  ];
  const errorOf = (field: keyof typeof draft) =>
    hasTried && missing.includes(field) ? t('rules.required') : undefined;
  const change = (field: keyof typeof draft) => (value: string) =>
    setDraft((former) => ({ ...former, [field]: value }));

  async function submit(): Promise<boolean> {
    setTried(true);
    if (missing.length > 0) return false;
    setProblem(null);
    const body = {
      firstname: draft.firstname.trim(),
      lastname: draft.lastname.trim(),
      grade: asks === 'birthdate' ? null : draft.grade.trim(),
      birthdate: asks === 'grade' ? null : draft.birthdate,
    };
    try {
      await send.mutateAsync({ ...SELF, body });
    } catch (thrown) {
      const error = ApiError.from(thrown);
      setProblem(error.issues[0]?.message ?? toWords(error));
      return false;
    }
    toasts.show('success', t('request.sent'));
    navigate(WIZARD);
    return true;
  }
  return (
    <StepForm
      headingLevel={2}
      title={t('request.title')}
      intro={t('request.intro')}
      problem={problem}
      submitText={t('request.send')}
      isPending={send.isPending}
      onBack={() => void navigate(WIZARD)}
      onSubmit={submit}
    >
      <TextField
        label={t('credentials.firstname')}
        autoComplete="off"
        autoFocus
        maxLength={100}
        value={draft.firstname}
        onChange={change('firstname')}
        errorMessage={errorOf('firstname')}
      />
      <TextField
        label={t('credentials.lastname')}
        autoComplete="off"
        maxLength={100}
        value={draft.lastname}
        onChange={change('lastname')}
        errorMessage={errorOf('lastname')}
      />
      {asks !== 'birthdate' && (
        <TextField
          label={t('request.grade')}
          description={t('request.gradeHint')}
          autoComplete="off"
          maxLength={40}
          value={draft.grade}
          onChange={change('grade')}
          errorMessage={errorOf('grade')}
        />
      )}
      {asks !== 'grade' && (
        <Suspense fallback={null}>
          <DatePicker
            label={t('request.birthdate')}
            min={EARLIEST}
            max={toLocal(new Date(), self.school.time_zone).date}
            fallback=""
            value={draft.birthdate}
            onChange={change('birthdate')}
            errorMessage={errorOf('birthdate')}
          />
        </Suspense>
      )}
    </StepForm>
  );
}
