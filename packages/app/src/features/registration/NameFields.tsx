import { NAME_MAXIMUM } from '@kreide/core/features/users';
import { rule } from '@kreide/core/validation';
import { useFieldRules } from '../../kernel/form/use-field-rules.ts';
import type { FormOf } from '../../kernel/form/use-form.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { TextField } from '../../ui/TextField.tsx';

export interface Names {
  firstname: string;
  lastname: string;
}

/** Without the spaces around them. */
export const trimNames = ({ firstname, lastname }: Names): Names => ({
  firstname: firstname.trim(),
  lastname: lastname.trim(),
});

/** What is wrong with a first and last name. */
export function useNameRules() {
  const rules = [rule('required'), rule('max', NAME_MAXIMUM)];
  const problems = useFieldRules({ firstname: rules, lastname: rules });
  return (names: Names) => problems(trimNames(names));
}

interface NameFieldsProps {
  form: Pick<FormOf<Names>, 'values' | 'change' | 'errorOf'>;
  /** Whose names: only the own ones are filled in by the browser. */
  of: 'self' | 'child';
  isReadOnly?: boolean;
}

/** The two fields of a name. */
export function NameFields({ form, of, isReadOnly = false }: NameFieldsProps) {
  const { t } = useTranslation('registration');
  const isOwn = of === 'self';
  return (
    <>
      <TextField
        label={t('credentials.firstname')}
        name={isOwn ? 'firstname' : 'child-firstname'}
        autoComplete={isOwn ? 'given-name' : 'off'}
        autoFocus={!isOwn}
        isReadOnly={isReadOnly}
        value={form.values.firstname}
        onChange={(firstname) => form.change({ firstname })}
        errorMessage={form.errorOf('firstname')}
      />
      <TextField
        label={t('credentials.lastname')}
        name={isOwn ? 'lastname' : 'child-lastname'}
        autoComplete={isOwn ? 'family-name' : 'off'}
        isReadOnly={isReadOnly}
        value={form.values.lastname}
        onChange={(lastname) => form.change({ lastname })}
        errorMessage={form.errorOf('lastname')}
      />
    </>
  );
}
