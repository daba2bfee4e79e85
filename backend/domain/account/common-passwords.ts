const common = new Set(
  `12345678 123456789 1234567890 0123456789 12345678910 123123123 11111111 00000000 88888888 87654321 987654321
  9876543210 12341234 11223344 112233445566 147258369 123654789 789456123 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2
  q1w2e3r4 q1w2e3r4t5 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwer1234 qweasdzxc asdfghjkl
  asdf1234 asdfasdf zxcvbnm1 zxcvbnm123 zaq12wsx password password1 password12 password123 password1234 passw0rd
  p@ssw0rd p@ssword passwort passwort1 motdepasse contraseña iloveyou iloveyou1 iloveyou2 iloveyou123 letmein1
  letmein123 welcome1 welcome123 admin123 admin1234 administrator abcd1234 abc12345 abcdefgh abcdefg1 abcdef123
  a1b2c3d4 aa123456 aaaaaaaa sunshine sunshine1 princess princess1 football football1 baseball baseball1 basketball
  superman superman1 batman123 starwars starwars1 pokemon1 pokemon123 dragon123 monkey123 shadow123 master123
  michael1 jennifer charlie1 jessica1 computer internet samsung1 google123 facebook facebook1 instagram liverpool
  liverpool1 chelsea1 arsenal1 barcelona trustno1 whatever chocolate butterfly butterfly1 mustang1 corvette
  victoria elizabeth christian jonathan alexander benjamin changeme changeme1 changeme123 default1 secret123
  testtest test1234 test12345 guest123 user1234 login123 access14 killer123 hello123 hello1234 helloworld freedom1
  spiderman blink182 jordan23 qazwsxedc qazwsx123 1234qwer 123qweasd 123456789a a123456789 a12345678 123456abc
  1234abcd 12345qwert 1password nopassword mypassword newpassword faceswap faceswap1 faceswap123`
    .split(/\s+/)
    .filter(Boolean),
);

/** Expects lower case. */
export function isCommonPassword(password: string): boolean {
  return common.has(password) || /^(.)\1+$/.test(password);
}
