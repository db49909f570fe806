import { isCode, registrationApi, toCode, writeCode } from '@kreide/core/features/registration';
import { familyApi, type ParentRelation, usersApi } from '@kreide/core/features/users';
import { type ReactNode, useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { createStore, useStore } from 'zustand';
import { invalidateQueries } from '../../kernel/data.ts';
import { blankProblems } from '../../kernel/form/form-state.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { DEFAULT_ROUTE } from '../../kernel/guards.ts';
import { Redirect } from '../../kernel/Redirect.tsx';
import { call } from '../../kernel/reading.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Card } from '../../ui/Card.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { useProblemWords } from '../auth/index.ts';
import { type Adding, NOTHING, STEPS, type Step, stepBefore } from './add-child-steps.ts';
import { RelationChoice } from './ChildSteps.tsx';
import { toLabel } from './ChoiceSteps.tsx';
import { trimNames } from './NameFields.tsx';
import { OwnRequests } from './OwnRequests.tsx';
import styles from './Registration.module.css';
import { StepForm } from './StepForm.tsx';

const adding = createStore<Adding>(() => NOTHING);

/** A parent with an account adds another child with its code, in four steps (P-2.70 to P-2.73). */
export function AddChildScreen() {
  const { step } = useParams();
  const state = useStore(adding);
  const isForced = useSelf().childs.some((child) => !child.is_registered);
  // Once the page is left, and not before: without its code every step leads to the first one.
  useEffect(() => () => adding.setState(NOTHING), []);
  const before = stepBefore(step, state);
  if (before !== null) return <Redirect to={`/settings/add-child/${before}`} />;
  return (
    <div className={styles.screen}>
      <Card isRoomy>
        <Where step={step as Step}>
          {step === 'activation-key' && <CodeStep isForced={isForced} />}
          {step === 'name' && <NameStep />}
          {step === 'grade' && <GradeOfChildStep />}
          {step === 'relationship' && <RelationStep />}
        </Where>
      </Card>
      {step === 'activation-key' && (
        <Card isRoomy>
          <OwnRequests isForced={isForced} />
        </Card>
      )}
    </div>
  );
}

function Where({ step, children }: { step: Step; children: ReactNode }) {
  const { t } = useTranslation('registration');
  const number = STEPS.indexOf(step) + 1;
  const total = STEPS.length;
  return (
    <div className={styles.content}>
      <div className={styles.head}>
        <p className={styles.where}>{t('progress', { number, total })}</p>
        <div className={styles.line} aria-hidden="true">
          <div className={styles.done} style={{ inlineSize: `${(number / total) * 100}%` }} />
        </div>
      </div>
      {children}
    </div>
  );
}

const check = (body: { code: string; child?: NonNullable<Adding['name']>; grade_id?: number }) =>
  call(registrationApi.checkChildCode, { params: { id: 'self' }, body }, { messages: false });
const toStep = (step: Step) => `/settings/add-child/${step}`;

function CodeStep({ isForced }: { isForced: boolean }) {
  const { t } = useTranslation('registration');
  const navigate = useNavigate();
  const { hash } = useLocation();
  const toWords = useProblemWords();
  const form = useForm({
    initial: () => ({ text: writeCode(adding.getState().code).replace(/^-$/, '') }),
    problems: ({ text }) => (isCode(text) ? [] : [{ field: null, text: t('code.invalid') }]),
    send: async ({ text }) => {
      const code = toCode(text);
      await check({ code });
      return code;
    },
    onSaved: (code) => {
      adding.setState({ ...NOTHING, code });
      navigate(toStep('name'));
    },
    toWords,
  });
  const { change } = form;
  // The code of a mail leaves the address bar at once.
  useEffect(() => {
    if (hash === '') return;
    change({ text: writeCode(toCode(hash)) });
    navigate(toStep('activation-key'), { replace: true });
  }, [hash, navigate, change]);
  return (
    <StepForm headingLevel={2} title={t('code.label')} intro={t(isForced ? 'add.forced' : 'add.codeIntro')} form={form}>
      <TextField
        label={t('code.label')}
        description={t('code.hint')}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck="false"
        autoFocus
        value={form.values.text}
        onChange={(text) => change({ text })}
      />
    </StepForm>
  );
}

function NameStep() {
  const { t } = useTranslation('registration');
  const navigate = useNavigate();
  const self = useSelf();
  const toWords = useProblemWords();
  const { name, code } = adding.getState();
  const form = useForm({
    initial: { firstname: name?.firstname ?? '', lastname: name?.lastname ?? self.lastname },
    problems: (values) => blankProblems(values, { firstname: t('rules.required'), lastname: t('rules.required') }),
    send: async (values) => {
      const child = trimNames(values);
      return { child, found: await check({ code, child }) };
    },
    onSaved: ({ child, found }) => {
      adding.setState({ name: child, found, grade_id: null });
      navigate(toStep('grade'));
    },
    toWords,
  });
  return (
    <StepForm
      headingLevel={2}
      title={t('child.title')}
      intro={t('child.intro')}
      form={form}
      onBack={() => void navigate(toStep('activation-key'))}
    >
      <TextField
        label={t('credentials.firstname')}
        autoComplete="off"
        autoFocus
        value={form.values.firstname}
        onChange={(firstname) => form.change({ firstname })}
        errorMessage={form.errorOf('firstname')}
      />
      <TextField
        label={t('credentials.lastname')}
        autoComplete="off"
        value={form.values.lastname}
        onChange={(lastname) => form.change({ lastname })}
        errorMessage={form.errorOf('lastname')}
      />
    </StepForm>
  );
}

function GradeOfChildStep() {
  const { t } = useTranslation('registration');
  const navigate = useNavigate();
  const { found, grade_id } = useStore(adding);
  const name = found?.child?.displayname ?? '';
  const grades = found?.grades ?? [];
  const isKnown = grades.length === 0;

  const form = useForm({
    initial: {},
    problems: () => (isKnown || grade_id !== null ? [] : [{ field: null, text: t('rules.choose') }]),
    send: async () => navigate(toStep('relationship')),
  });
  return (
    <StepForm
      headingLevel={2}
      title={t('grade.title')}
      intro={t(isKnown ? 'add.gradeKnown' : 'add.gradeIntro', { name })}
      form={form}
      onBack={() => void navigate(toStep('name'))}
    >
      {isKnown ? (
        <strong>{found?.child?.grade ? t('child.inGrade', { grade: found.child.grade }) : t('child.noGrade')}</strong>
      ) : (
        <Select
          label={t('grade.title')}
          options={[
            { key: '', text: t('grade.none') },
            ...grades.map((grade) => ({ key: `${grade.id}`, text: toLabel(grade) })),
          ]}
          value={`${grade_id ?? ''}`}
          onChange={(key) => adding.setState({ grade_id: key === '' ? null : Number(key) })}
        />
      )}
    </StepForm>
  );
}

function RelationStep() {
  const { t } = useTranslation('registration');
  const navigate = useNavigate();
  const toWords = useProblemWords();
  const { code, name: child, found, grade_id } = useStore(adding);
  const name = found?.child?.displayname ?? '';
  const first: { relation: ParentRelation } = { relation: 'OTHER' };
  const form = useForm({
    initial: first,
    // Without a child this page is not reached.
    asks: () => !child || !found?.child,
    send: async ({ relation }) => {
      if (!child || !found?.child) return;
      if (grade_id !== null) await check({ code, child, grade_id });
      const body = { child_id: found.child.id, relation };
      await call(familyApi.assignChild, { params: { id: 'self' }, body }, { messages: false });
    },
    onSaved: async () => {
      await invalidateQueries(usersApi.getSelf);
      toasts.show('success', t('add.added', { name }));
      navigate(DEFAULT_ROUTE);
    },
    toWords,
  });
  return (
    <StepForm
      headingLevel={2}
      title={name}
      form={form}
      submitText={t('add.submit')}
      onBack={() => void navigate(toStep('grade'))}
    >
      <RelationChoice value={form.values.relation} onChange={(relation) => form.change({ relation })} />
    </StepForm>
  );
}
