import { profileApi } from '@kreide/core/features/settings';
import { type Detail, NAME_MAXIMUM, SEXES, type Sex } from '@kreide/core/features/users';
import { rule } from '@kreide/core/validation';
import { useState } from 'react';
import { useRules } from '../../kernel/use-rules.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Profile.module.css';
import { SectionForm } from './Section.tsx';
import { useChange } from './use-change.ts';

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
  const [values, setValues] = useState(known);
  const { save, isPending, issues, problem } = useChange(profileApi.updateName);
  const { check, errorOf } = useRules(values, {
    firstname: [rule('required'), rule('max', NAME_MAXIMUM)],
    lastname: [rule('required'), rule('max', NAME_MAXIMUM)],
    sex: [rule('required')],
  });
  const isAsked = (field: Detail) => fields?.includes(field) ?? true;
  async function send() {
    const { sex, firstname, lastname } = values;
    if (sex && (await save({ sex, firstname: firstname.trim(), lastname: lastname.trim() }))) onSaved();
  }
  const field = (name: 'firstname' | 'lastname') =>
    isAsked(name) && (
      <TextField
        label={t(`profile.${name}`)}
        name={name}
        autoComplete={name === 'firstname' ? 'given-name' : 'family-name'}
        value={values[name]}
        onChange={(value) => setValues({ ...values, [name]: value })}
        errorMessage={errorOf(name) ?? issues[name]}
      />
    );
  return (
    <SectionForm check={check} onSubmit={send} isPending={isPending} problem={problem} submit={submit} look={look}>
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
            onChange={(sex) => setValues({ ...values, sex })}
            errorMessage={errorOf('sex') ?? issues.sex}
          />
        </div>
      )}
    </SectionForm>
  );
}
