/** What the doctor found of one part: how it is, and what to do when it is not well. */
export interface Finding {
  part: string;
  /** A fault keeps something from working; a warning does not. */
  state: 'ok' | 'warning' | 'fault';
  finding: string;
  advice?: string;
}

export const ok = (part: string, finding: string): Finding => ({ part, state: 'ok', finding });

export const warning = (part: string, finding: string, advice: string): Finding => ({
  part,
  state: 'warning',
  finding,
  advice,
});

export const fault = (part: string, finding: string, advice: string): Finding => ({
  part,
  state: 'fault',
  finding,
  advice,
});
