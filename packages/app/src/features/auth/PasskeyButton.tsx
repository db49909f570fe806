import type { LoginAnswer } from '@kreide/core/features/auth';
import { ApiError } from '@kreide/core/kernel';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';

type Signature = Awaited<ReturnType<typeof import('./passkey.ts').signWithPasskey>>;

interface PasskeyButtonProps {
  text: string;
  slink: string;
  stayLoggedIn: boolean;
  token?: string;
  look?: 'primary' | 'secondary' | 'quiet';
  onDone: (answer: LoginAnswer) => Promise<unknown> | undefined;
  /** Gets the signed answer, which then serves another purpose than signing in. */
  onProof?: ((proof: { credential: Signature }) => Promise<void>) | undefined;
  /** Null: nobody confirmed on the device. */
  onProblem: (error: ApiError | null) => void;
}

/** Signs in with a passkey, where the browser has them. Its code comes with the press. */
export function PasskeyButton({ text, look = 'secondary', onDone, onProof, onProblem, ...wanted }: PasskeyButtonProps) {
  const [isPending, setPending] = useState(false);

  async function press() {
    setPending(true);
    try {
      const { signInWithPasskey, signWithPasskey } = await import('./passkey.ts');
      if (onProof) await onProof({ credential: await signWithPasskey(wanted.token) });
      else await onDone(await signInWithPasskey(wanted));
    } catch (thrown) {
      onProblem(thrown instanceof ApiError ? thrown : null);
      setPending(false);
    }
  }

  if (!window.PublicKeyCredential) return null;
  return (
    <Button look={look} icon="user" wide={look !== 'quiet'} isPending={isPending} onPress={press}>
      {text}
    </Button>
  );
}
