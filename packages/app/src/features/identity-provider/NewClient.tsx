import { identityProviderApi, type MadeClient, type Passed } from '@kreide/core/features/identity-provider';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf } from '../../kernel/data.ts';
import { BareForm } from '../../kernel/form/BareForm.tsx';
import { blankProblems } from '../../kernel/form/form-state.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import { ClientFields } from './ClientFields.tsx';
import { type ClientValues, problemsOf, sentOf } from './client-values.ts';
import styles from './IdentityProvider.module.css';
import { PRODUCT_KEYS, PRODUCTS, type ProductKey, signOutOf } from './products.ts';

interface NewClientProps {
  params: { id: string };
  offered: readonly Passed[];
  onMade: (made: MadeClient) => void;
  onClose: () => void;
}

const EMPTY: ClientValues = {
  name: '',
  redirect_uris: '',
  logout_uris: '',
  backchannel_uri: '',
  passes: [],
  is_confidential: true,
  is_pairwise: true,
  needs_pkce: true,
  is_on: true,
  password: '',
};

/** Registers a program; one that schools often have brings what is usual for it. */
export function NewClient({ params, offered, onMade, onClose }: NewClientProps) {
  const { t } = useTranslation(['identity-provider', 'errors']);
  const [product, setProduct] = useState<ProductKey | 'other'>('other');
  const make = useMutation(
    mutationOf(identityProviderApi.createClient, { touches: [identityProviderApi.getTenant], messages: false }),
  );
  const form = useForm({
    initial: EMPTY,
    problems: (values) => [
      ...blankProblems(
        { name: values.name, password: values.password },
        { name: t('missing'), password: t('missing') },
      ),
      ...problemsOf(values).map(({ field, rule }) => ({ field, text: t(`rules.${rule}`) })),
    ],
    send: (values) => {
      const { is_confidential, is_pairwise, password } = values;
      return make.mutateAsync({ params, body: { ...sentOf(values), is_confidential, is_pairwise, password } });
    },
    onSaved: onMade,
    toWords: (error) => toReason(t, error),
  });
  function choose(key: ProductKey | 'other') {
    setProduct(key);
    if (key === 'other') return;
    const { name, back, passes, needs_pkce } = PRODUCTS[key];
    const signOut = signOutOf(key);
    const redirect_uris = `https://${key}.example.org${back}`;
    const told = offered.filter((one) => (passes as readonly Passed[]).includes(one));
    const backchannel_uri = signOut === null ? '' : `https://${key}.example.org${signOut}`;
    form.change({ name, redirect_uris, backchannel_uri, passes: told, needs_pkce, is_confidential: true });
  }
  return (
    <BareForm form={form} className={styles.form} aria-label={t('add')}>
      <Select
        label={t('product')}
        options={[
          { key: 'other' as const, text: t('otherProduct') },
          ...PRODUCT_KEYS.map((key) => ({ key, text: PRODUCTS[key].name })),
        ]}
        value={product}
        onChange={choose}
      />
      <ClientFields {...form} offered={offered} isNew needsPassword />
      <Problem text={form.failure} />
      <div className={styles.actions}>
        <Button type="submit" look="primary" icon="plus" isPending={form.isPending}>
          {t('create')}
        </Button>
        <Button onPress={onClose}>{t('cancel')}</Button>
      </div>
    </BareForm>
  );
}
