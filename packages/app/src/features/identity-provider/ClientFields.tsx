import { CLIENT_NAME_MAXIMUM, type Passed } from '@kreide/core/features/identity-provider';
import { usePasswordTexts } from '../../kernel/use-password-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { ClientValues } from './client-values.ts';
import { PassedBoxes } from './PassedBoxes.tsx';

interface ClientFieldsProps {
  values: ClientValues;
  change: (part: Partial<ClientValues>) => void;
  errorOf: (field: keyof ClientValues) => string | undefined;
  /** What the school passes on at most. */
  offered: readonly Passed[];
  /** Once a program is registered, its kind stays. */
  isNew: boolean;
  needsPassword: boolean;
}

/** What the school says of a program. */
export function ClientFields({ values, change, errorOf, offered, isNew, needsPassword }: ClientFieldsProps) {
  const { t } = useTranslation('identity-provider');
  const texts = usePasswordTexts();
  const field = (name: 'name' | 'redirect_uris' | 'logout_uris' | 'backchannel_uri') => ({
    name: `program_${name}`,
    autoComplete: 'off',
    spellCheck: 'false' as const,
    value: values[name],
    onChange: (text: string) => change({ [name]: text }),
    errorMessage: errorOf(name),
  });
  return (
    <>
      <TextField {...field('name')} label={t('name')} description={t('nameHint')} maxLength={CLIENT_NAME_MAXIMUM} />
      <TextField
        {...field('redirect_uris')}
        label={t('redirects')}
        description={t('redirectsHint')}
        autoCapitalize="none"
        lines={2}
      />
      <TextField {...field('logout_uris')} label={t('logouts')} autoCapitalize="none" lines={1} />
      <TextField
        {...field('backchannel_uri')}
        label={t('backchannel')}
        description={t('backchannelHint')}
        autoCapitalize="none"
      />
      <PassedBoxes
        label={t('told')}
        offered={offered}
        value={values.passes}
        onChange={(passes) => change({ passes })}
      />
      {isNew && (
        <>
          <Checkbox
            isSelected={!values.is_confidential}
            onChange={(isOpen) => change({ is_confidential: !isOpen, ...(isOpen && { needs_pkce: true }) })}
          >
            {t('isOpen')}
          </Checkbox>
          <Checkbox isSelected={!values.is_pairwise} onChange={(isSame) => change({ is_pairwise: !isSame })}>
            {t('isSame')}
          </Checkbox>
        </>
      )}
      {values.is_confidential && (
        <Checkbox isSelected={!values.needs_pkce} onChange={(isWithout) => change({ needs_pkce: !isWithout })}>
          {t('withoutPkce')}
        </Checkbox>
      )}
      {!isNew && (
        <Checkbox isSelected={values.is_on} onChange={(is_on) => change({ is_on })}>
          {t('programOn')}
        </Checkbox>
      )}
      {needsPassword && (
        <PasswordField
          label={t('password')}
          name="program_password"
          autoComplete="current-password"
          value={values.password}
          onChange={(password) => change({ password })}
          errorMessage={errorOf('password')}
          texts={texts}
        />
      )}
    </>
  );
}
