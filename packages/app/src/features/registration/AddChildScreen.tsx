import { isCode, registrationApi, toCode, writeCode } from '@kreide/core/features/registration';
import { familyApi, type ParentRelation, usersApi } from '@kreide/core/features/users';
import { ApiError } from '@kreide/core/kernel';
import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { createStore, useStore } from 'zustand';
import { invalidateQueries } from '../../kernel/data.ts';
import { DEFAULT_ROUTE } from '../../kernel/guards.ts';
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
  if (before !== null) return <Navigate to={`/settings/add-child/${before}`} replace />;
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

/** Sends what one step asks, and says in words why it does not go on. */
function useSending() {
  const toWords = useProblemWords();
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function send(work: () => Promise<void>): Promise<boolean> {
    setPending(true);
    setProblem(null);
    try {
      await work();
      return true;
    } catch (thrown) {
      setProblem(toWords(ApiError.from(thrown)));
      return false;
    } finally {
      setPending(false);
    }
  }
  return { isPending, problem, setProblem, send };
}

const check = (body: { code: string; child?: NonNullable<Adding['name']>; grade_id?: number }) =>
  call(registrationApi.checkChildCode, { params: { id: 'self' }, body }, { messages: false });
const toStep = (step: Step) => `/settings/add-child/${step}`;

function CodeStep({ isForced }: { isForced: boolean }) {
  const { t } = useTranslation('registration');
  const navigate = useNavigate();
  const { hash } = useLocation();
  const { isPending, problem, setProblem, send } = useSending();
  const [text, setText] = useState(() => writeCode(adding.getState().code).replace(/^-$/, ''));
  // The code of a mail leaves the address bar at once.
  useEffect(() => {
    if (hash === '') return;
    setText(writeCode(toCode(hash)));
    navigate(toStep('activation-key'), { replace: true });
  }, [hash, navigate]);

  async function submit(): Promise<boolean> {
    if (!isCode(text)) {
      setProblem(t('code.invalid'));
      return false;
    }
    const code = toCode(text);
    return send(async () => {
      await check({ code });
      adding.setState({ ...NOTHING, code });
      navigate(toStep('name'));
    });
  }
  return (
    <StepForm
      headingLevel={2}
      title={t('code.label')}
      intro={t(isForced ? 'add.forced' : 'add.codeIntro')}
      problem={problem}
      isPending={isPending}
      onSubmit={submit}
    >
      <TextField
        label={t('code.label')}
        description={t('code.hint')}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck="false"
        autoFocus
        value={text}
        onChange={setText}
      />
    </StepForm>
  );
}

function NameStep() {
  const { t } = useTranslation('registration');
  const navigate = useNavigate();
  const self = useSelf();
  const { isPending, problem, send } = useSending();
  const { name, code } = adding.getState();
  const [firstname, setFirstname] = useState(name?.firstname ?? '');
  const [lastname, setLastname] = useState(name?.lastname ?? self.lastname);
  const [hasTried, setTried] = useState(false);
  const missing = (value: string) => (hasTried && value.trim() === '' ? t('rules.required') : undefined);

  async function submit(): Promise<boolean> {
    setTried(true);
    const child = { firstname: firstname.trim(), lastname: lastname.trim() };
    if (child.firstname === '' || child.lastname === '') return false;
    return send(async () => {
      const found = await check({ code, child });
      adding.setState({ name: child, found, grade_id: null });
      navigate(toStep('grade'));
    });
  }
  return (
    <StepForm
      headingLevel={2}
      title={t('child.title')}
      intro={t('child.intro')}
      problem={problem}
      isPending={isPending}
      onBack={() => void navigate(toStep('activation-key'))}
      onSubmit={submit}
    >
      <TextField
        label={t('credentials.firstname')}
        autoComplete="off"
        autoFocus
        value={firstname}
        onChange={setFirstname}
        errorMessage={missing(firstname)}
      />
      <TextField
        label={t('credentials.lastname')}
        autoComplete="off"
        value={lastname}
        onChange={setLastname}
        errorMessage={missing(lastname)}
      />
    </StepForm>
  );
}

function GradeOfChildStep() {
  const { t } = useTranslation('registration');
  const navigate = useNavigate();
  const { found, grade_id } = useStore(adding);
  const [problem, setProblem] = useState<string | null>(null);
  const name = found?.child?.displayname ?? '';
  const grades = found?.grades ?? [];
  const isKnown = grades.length === 0;

  function submit(): boolean {
    if (isKnown || grade_id !== null) {
      navigate(toStep('relationship'));
      return true;
    }
    setProblem(t('rules.choose'));
    return false;
  }
  return (
    <StepForm
      headingLevel={2}
      title={t('grade.title')}
      intro={t(isKnown ? 'add.gradeKnown' : 'add.gradeIntro', { name })}
      problem={grade_id === null ? problem : null}
      onBack={() => void navigate(toStep('name'))}
      onSubmit={submit}
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
  const { isPending, problem, send } = useSending();
  const [relation, setRelation] = useState<ParentRelation>('OTHER');
  const { code, name: child, found, grade_id } = useStore(adding);
  const name = found?.child?.displayname ?? '';

  const submit = () =>
    send(async () => {
      if (!child || !found?.child) return;
      if (grade_id !== null) await check({ code, child, grade_id });
      const body = { child_id: found.child.id, relation };
      await call(familyApi.assignChild, { params: { id: 'self' }, body }, { messages: false });
      await invalidateQueries(usersApi.getSelf);
      toasts.show('success', t('add.added', { name }));
      navigate(DEFAULT_ROUTE);
    });
  return (
    <StepForm
      headingLevel={2}
      title={name}
      problem={problem}
      submitText={t('add.submit')}
      isPending={isPending}
      onBack={() => void navigate(toStep('grade'))}
      onSubmit={submit}
    >
      <RelationChoice value={relation} onChange={setRelation} />
    </StepForm>
  );
}
