import { useState } from 'react';
import { useCopyTexts } from '../../kernel/use-copy-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { Select } from '../../ui/Select.tsx';
import styles from './IdentityProvider.module.css';
import { type Entered, everything, PRODUCT_KEYS, PRODUCTS, type ProductKey, productOf } from './products.ts';

/** What has to be entered at a program, in its own words, each with a button that copies it. */
export function ProgramSheet({ entered }: { entered: Entered }) {
  const { t } = useTranslation('identity-provider');
  const texts = useCopyTexts();
  const [product, setProduct] = useState<ProductKey | 'other'>(productOf(entered.client) ?? 'other');
  const entries = product === 'other' ? everything(entered) : PRODUCTS[product].entries(entered);
  return (
    <div className={styles.form}>
      <Select
        label={t('sheet')}
        options={[
          ...PRODUCT_KEYS.map((key) => ({ key, text: PRODUCTS[key].name })),
          { key: 'other' as const, text: t('otherProduct') },
        ]}
        value={product}
        onChange={setProduct}
      />
      {entries.map(([field, value]) =>
        value === null ? (
          <p key={field} className={styles.hint}>
            <span translate="no">{field}</span>: {t('shownOnce')}
          </p>
        ) : (
          <CopyField key={field} label={field} value={value} texts={texts} />
        ),
      )}
    </div>
  );
}
