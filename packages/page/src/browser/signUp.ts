import { useContext } from 'preact/hooks';
import { RenderingContext, type SignUp } from './rendering.js';

/** The name of the meta element that tells the browser how people get an account. */
export const signUpName = 'shirube-sign-up';

/** Returns how people get an account. */
export function useSignUp(): SignUp {
  const rendering = useContext(RenderingContext);
  if (rendering) return rendering.signUp;
  const element = document.querySelector<HTMLMetaElement>(`meta[name="${signUpName}"]`);
  return element ? JSON.parse(element.content) : { isOpen: true };
}
