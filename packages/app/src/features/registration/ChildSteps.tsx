import { registrationApi } from '@kreide/core/features/registration';
import { PARENT_RELATIONS, type ParentRelation } from '@kreide/core/features/users';
import { useForm } from '../../kernel/form/use-form.ts';
import { call } from '../../kernel/reading.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { useProblemWords } from '../auth/index.ts';
import { NameFields, trimNames, useNameRules } from './NameFields.tsx';
import { StepForm, type StepProps } from './StepForm.tsx';

/** The name of the child, which the parent knows (P-2.52). */
export function ChildCredentialsStep({ progress, onDone, onBack }: StepProps) {
  const { t } = useTranslation('registration');
  const toWords = useProblemWords();
  const { entered, code } = progress;
  const form = useForm({
    initial: { firstname: '', lastname: entered.lastname ?? '', ...entered.child },
    problems: useNameRules(),
    send: async (names) => {
      const child = trimNames(names);
      const body = { code, ...child };
      onDone({ child }, await call(registrationApi.checkChild, { body }, { messages: false }));
    },
    toWords,
  });

  return (
    <StepForm title={t('child.title')} intro={t('child.intro')} form={form} onBack={onBack}>
      <NameFields form={form} of="child" />
    </StepForm>
  );
}

/** The child that was found, and the parent's relation to it (P-2.53). */
export function ChildConfirmationStep({ progress, onDone, onBack }: StepProps) {
  const { t } = useTranslation('registration');
  const { child, entered } = progress;
  const first: { relation: ParentRelation } = { relation: entered.relation ?? 'OTHER' };
  const form = useForm({ initial: first, send: async (values) => onDone(values) });
  const name = child?.displayname ?? '';
  return (
    <StepForm title={t('child.confirmTitle')} intro={t('child.confirmIntro', { name })} form={form} onBack={onBack}>
      <p>
        <strong>{name}</strong>
        <br />
        {child?.grade ? t('child.inGrade', { grade: child.grade }) : t('child.noGrade')}
      </p>
      <RelationChoice value={form.values.relation} onChange={(relation) => form.change({ relation })} />
    </StepForm>
  );
}

/** Father, mother or another guardian. */
export function RelationChoice(props: { value: ParentRelation; onChange: (relation: ParentRelation) => void }) {
  const { t } = useTranslation('registration');
  const options = PARENT_RELATIONS.map((key) => ({ key, text: t(`relation.${key}`) }));
  return <ChoiceList label={t('relation.label')} options={options} {...props} />;
}
