/** The finding of `doctor` for one part: its state, and advice if it is not ok. */
export interface Finding {
  part: string;
  /** A fault prevents something from working. A warning does not. */
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
