import { profileApi } from '@kreide/core/features/settings';
import { type Detail, NAME_MAXIMUM, SEXES, type Sex } from '@kreide/core/features/users';
import { rule } from '@kreide/core/validation';
import { useFieldRules } from '../../kernel/form/use-field-rules.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Profile.module.css';
import { SectionForm } from './Section.tsx';
import { saveChange } from './save-change.ts';

interface NameFormProps {
  known: { firstname: string; lastname: string; sex: Sex | null };
  submit: string;
  onSaved: () => void;
  /** Only these are asked for; what is known stays. */
  fields?: readonly Detail[];
  look?: 'primary' | 'secondary';
}

/** First name, last name and sex (P-7.54, P-5.25). */
export function NameForm({ known, submit, onSaved, fields, look = 'secondary' }: NameFormProps) {
  const { t } = useTranslation('settings');
  const form = useForm({
    initial: known,
    problems: useFieldRules({
      firstname: [rule('required'), rule('max', NAME_MAXIMUM)],
      lastname: [rule('required'), rule('max', NAME_MAXIMUM)],
      sex: [rule('required')],
    }),
    // Without a sex the rules have found something.
    send: ({ sex, firstname, lastname }) =>
      saveChange(profileApi.updateName, {
        sex: sex ?? SEXES[0],
        firstname: firstname.trim(),
        lastname: lastname.trim(),
      }),
    onSaved,
  });
  const { values, change, errorOf } = form;
  const isAsked = (field: Detail) => fields?.includes(field) ?? true;
  const field = (name: 'firstname' | 'lastname') =>
    isAsked(name) && (
      <TextField
        label={t(`profile.${name}`)}
        name={name}
        autoComplete={name === 'firstname' ? 'given-name' : 'family-name'}
        value={values[name]}
        onChange={(value) => change({ [name]: value })}
        errorMessage={errorOf(name)}
      />
    );
  return (
    <SectionForm form={form} submit={submit} look={look}>
      <div className={styles.pair}>
        {field('firstname')}
        {field('lastname')}
      </div>
      {isAsked('sex') && (
        <div>
          <ChoiceList
            label={t('profile.sex')}
            options={SEXES.map((key) => ({ key, text: t(`profile.sex_${key}`) }))}
            value={values.sex}
            onChange={(sex) => change({ sex })}
            errorMessage={errorOf('sex')}
          />
        </div>
      )}
    </SectionForm>
  );
}
