import { childRequestApi, missingInChildRequest, type OwnChildRequests } from '@kreide/core/features/registration';
import { toLocal } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import { mutationOf } from '../../kernel/data.ts';
import { useForm } from '../../kernel/form/use-form.ts';
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
  const ask = useMutation(
    mutationOf(childRequestApi.requestChildCode, {
      messages: false,
      touches: [childRequestApi.listOwnChildRequests],
    }),
  );
  const form = useForm({
    initial: { firstname: '', lastname: self.lastname, grade: '', birthdate: '' },
    problems: (draft) =>
      [
        ...(['firstname', 'lastname'] as const).filter((field) => draft[field].trim() === ''),
        ...missingInChildRequest({ grade: draft.grade, birthdate: draft.birthdate || null }, asks),
      ].map((field) => ({ field, text: t('rules.required') })),
    send: (draft) => {
      const body = {
        firstname: draft.firstname.trim(),
        lastname: draft.lastname.trim(),
        grade: asks === 'birthdate' ? null : draft.grade.trim(),
        birthdate: asks === 'grade' ? null : draft.birthdate,
      };
      return ask.mutateAsync({ ...SELF, body });
    },
    onSaved: () => {
      toasts.show('success', t('request.sent'));
      navigate(WIZARD);
    },
    toWords,
  });
  const { values: draft, errorOf } = form;
  const change = (field: keyof typeof draft) => (value: string) => form.change({ [field]: value });

  return (
    <StepForm
      headingLevel={2}
      title={t('request.title')}
      intro={t('request.intro')}
      form={form}
      submitText={t('request.send')}
      onBack={() => void navigate(WIZARD)}
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
