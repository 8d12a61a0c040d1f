/** Parts of names, in lower case and without `-`, `_`, dots and spaces. */
const secretNames =
  /auth(?!or(?!i[sz]))|token|secret|passw|passphrase|pwd|apikey|accesskey|privatekey|signingkey|credential|cookie|session|signature|governancecontext|bearer|jwt|otp(?!rint)|^pin$|cvv|cvc|cardnumber|iban|(?<!cla)ssn/

/** Whether a member, header or parameter of this name is taken for a secret. */
export function isSecretName(name: string): boolean {
  return secretNames.test(name.toLowerCase().replaceAll(/[-_\s.]/g, ''))
}
