import { NAME_MAXIMUM } from '@kreide/core/features/users';
import { rule } from '@kreide/core/validation';
import { useState } from 'react';
import { useRules } from '../../kernel/use-rules.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { TextField } from '../../ui/TextField.tsx';

/** First and last name as they are typed; `names` are without the spaces around them. */
export function useNames(known: { firstname?: string | undefined; lastname?: string | undefined }) {
  const [firstname, setFirstname] = useState(known.firstname ?? '');
  const [lastname, setLastname] = useState(known.lastname ?? '');
  const names = { firstname: firstname.trim(), lastname: lastname.trim() };
  const rules = [rule('required'), rule('max', NAME_MAXIMUM)];
  const { check, errorOf } = useRules(names, { firstname: rules, lastname: rules });
  return { firstname, setFirstname, lastname, setLastname, names, check, errorOf };
}

interface NameFieldsProps {
  entry: ReturnType<typeof useNames>;
  /** Whose names: only the own ones are filled in by the browser. */
  of: 'self' | 'child';
  isReadOnly?: boolean;
}

/** The two fields of a name. */
export function NameFields({ entry, of, isReadOnly = false }: NameFieldsProps) {
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
        value={entry.firstname}
        onChange={entry.setFirstname}
        errorMessage={entry.errorOf('firstname')}
      />
      <TextField
        label={t('credentials.lastname')}
        name={isOwn ? 'lastname' : 'child-lastname'}
        autoComplete={isOwn ? 'family-name' : 'off'}
        isReadOnly={isReadOnly}
        value={entry.lastname}
        onChange={entry.setLastname}
        errorMessage={entry.errorOf('lastname')}
      />
    </>
  );
}
