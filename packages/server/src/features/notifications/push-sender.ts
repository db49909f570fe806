import { createECDH, hkdfSync } from 'node:crypto';
import type { FeatureParts } from '../../kernel/feature.ts';

/** The key pair of the installation and who answers for its messages. */
export interface PushSender {
  public_key: string;
  private_key: string;
  /** `https:` or `mailto:`; push services refuse others. */
  subject: string;
}

/**
 * The keys with which this installation signs its push messages, worked out from its secret: every process has the same,
 * and devices stay subscribed as long as the secret stays. The school's address answers for them.
 */
export function toPushSender({ secret, appUrl }: Pick<FeatureParts, 'secret' | 'appUrl'>): PushSender {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(Buffer.from(hkdfSync('sha256', secret, '', 'web push', 32)));
  // Some push services refuse an address that is none of the internet.
  const subject = appUrl().startsWith('https:') ? appUrl() : 'mailto:push@kreide.invalid';
  return {
    public_key: ecdh.getPublicKey().toString('base64url'),
    subject,
    private_key: ecdh.getPrivateKey().toString('base64url').padStart(43, 'A'),
  };
}
