import type { HelpWords } from '../article.ts'

/** Meeting, paying, and what can go wrong. */
export const SAFETY: HelpWords['articles'] = {
  'where-to-meet': {
    question: 'Escolher um lugar para o encontro',
    alsoAsked:
      'lugar sítio encontro levantar recolha entrega seguro público encontrar vendedor comprador pessoalmente onde',
    answer: [
      'Encontra-te onde houver mais gente, de dia: um café, o átrio de uma estação, a entrada de uma biblioteca. Se for uma coisa grande que tem de ser vista em casa, leva alguém contigo.',
    ],
    points: [
      'Vê a coisa e experimenta-a antes de o dinheiro mudar de mãos.',
      'Diz a alguém aonde vais.',
      'Dá a tua morada só quando tiveres decidido fazê-lo.',
    ],
  },
  'five-scams': {
    question: 'Cinco burlas e como começam',
    alsoAsked: 'burla fraude golpe falso phishing suspeito whatsapp telegram estafeta verificação truque engano',
    answer: [
      'Parecem diferentes e têm uma coisa em comum: alguém quer que saias da conversa, que te apresses ou que pagues antes de teres visto seja o que for.',
    ],
    points: [
      'A página do estafeta. “Já paguei, escreve o teu cartão para receberes o dinheiro.” Nunca se escreve um cartão para receber.',
      'A outra aplicação. A vontade de continuar logo no primeiro minuto por WhatsApp, Telegram ou e-mail, onde ninguém vê o que vem a seguir.',
      'O pagamento a mais. Um pagamento acima do preço, e o pedido de devolver a diferença. O primeiro pagamento desaparece depois.',
      'O código. Alguém pede um código de seis algarismos do teu telemóvel “para ver se és mesmo tu”. Esse código abre a tua conta.',
      'O sinal. A coisa não pode ser vista, há outros à espera, uma pequena transferência reservava-a. A coisa não existe.',
    ],
  },
  report: {
    question: 'Denunciar uma pessoa ou um anúncio',
    alsoAsked: 'denunciar abuso suspeito utilizador sinalizar anúncio falso ilegal roubado contrafeito',
    answer: [
      'Escolhe “Denunciar” no anúncio, na banca da pessoa, junto a uma avaliação, ou no menu de uma conversa ou de uma mensagem. Diz o que está mal; uma pessoa vê e diz-te no que deu, em “Denúncias”, no teu painel.',
      'Sem conta, ou para comunicar formalmente conteúdos ilegais, escreve-nos por “Contacto”. Se houver perigo agora, liga primeiro à polícia.',
    ],
  },
  'when-to-pay': {
    question: 'Quando devo pagar?',
    alsoAsked:
      'a minha transação é segura segurança proteção comprador confiança pagar adiantado sinal transferência antes de ver',
    answer: [
      'Quando tiveres a coisa nas mãos e a tiveres verificado. {brand} não recebe pagamentos e nunca te pede que pagues por ligação, vale ou código do banco. Quem o fizer em nosso nome não somos nós.',
    ],
  },
  'payment-problem': {
    question: 'Há um problema com um pagamento',
    alsoAsked: 'pagamento erro falhou recusado cobrado duas vezes avisar transação não chegou não recebido dinheiro',
    answer: [
      '{brand} não recebe pagamentos, por isso aqui não há nenhum que possa falhar ou ser cobrado duas vezes. Quem recebeu, e o banco ou serviço que levou o dinheiro, podem ver o que aconteceu.',
    ],
    points: [
      'Pergunta à outra pessoa, na conversa, se o dinheiro chegou.',
      'Pergunta ao teu banco ou serviço de pagamento, com a data e o valor.',
      'Se uma página parecida com {brand} ficou com o teu cartão, trata-o como uma burla: liga ao teu banco e depois escreve-nos.',
    ],
  },
  refunds: {
    question: 'Posso ser reembolsado?',
    alsoAsked:
      'reembolso devolução dinheiro de volta compensação indemnização quanto demora estado do meu reembolso devolver artigo',
    answer: [
      'Não por {brand}: não recebemos pagamentos, por isso não temos dinheiro que possa voltar, e não há reembolso a seguir. Se quem vende aceita a coisa de volta é entre os dois. Pergunta na conversa.',
      'Onde a lei te dá direitos, por exemplo perante uma loja ou quando um anúncio não era verdadeiro, eles ficam como estão. Se foste enganado, pede ao teu banco que recupere o pagamento.',
    ],
  },
  'check-a-person': {
    question: 'Como sei com quem estou a tratar?',
    alsoAsked: 'confiança vendedor comprador verificado genuíno real avaliação banca reputação fiável verificar',
    answer: ['Toca no nome num anúncio para veres a banca da pessoa.'],
    points: [
      'Desde quando está aqui, o que vendeu e o que oferece agora.',
      'O que foi confirmado, como o endereço de e-mail ou o telefone.',
      'Com que rapidez responde, e a quantas das primeiras mensagens responde em 24 horas. Só contam as primeiras mensagens, as dos últimos 30 dias ou, se forem menos de dez, as últimas dez em 90 dias. Abaixo de cinco nada se mostra.',
      'Quantos acordos fez aqui, e a quantos deles não apareceu.',
    ],
  },
  'mail-in-our-name': {
    question: 'Esta mensagem é mesmo de {brand}?',
    alsoAsked: 'phishing e-mail falso sms ligação estafeta pede palavra-passe cartão pin verificar correio suspeito',
    answer: [
      'Nunca pedimos uma palavra-passe, um número de cartão ou um código, nem por e-mail, nem por telefone, nem na conversa. Nos nossos e-mails nenhuma ligação pede tal coisa. Que e-mails há está em “Notificações”, no teu painel.',
      'Na dúvida, não abras nenhuma ligação. Cola-a no verificador desta página, que não abre nada, ou pergunta-nos por “Contacto”.',
    ],
  },
  'unwanted-messages': {
    question: 'Alguém me escreve e eu não quero',
    alsoAsked: 'bloquear silenciar ignorar spam assédio insulto ameaça rude parar incomodar',
    answer: [
      'Não tens de responder. Bloqueia a pessoa no menu da conversa: nenhum dos dois pode voltar a escrever ao outro. Quem bloqueaste está em “Definições”, no teu painel, e aí podes desfazê-lo.',
      'No mesmo menu podes denunciar o que foi dito, e uma pessoa vê. Com ameaças, vai também à polícia.',
    ],
  },
  'message-held': {
    question: 'Porque é que a minha mensagem foi tapada ou não foi entregue?',
    alsoAsked:
      'mensagem bloqueada retida tapada censurada pontos não enviada recusada aviso recurso ligação telefone na conversa',
    answer: [
      'Antes de chegar, cada mensagem é lida por regras, não por pessoas. Procuram o que fazem os burlões: ligações que ninguém conhece, telefones e moradas antes de se conhecerem, dinheiro adiantado, códigos. São as regras do verificador desta página.',
    ],
    points: [
      'Tapada com pontos: dados de contacto. Os dois os veem quando cada um tiver escrito duas vezes.',
      'Com um aviso: foi entregue, e a outra pessoa sabe a que deve estar atenta.',
      'Não entregue: vês o motivo por baixo da tua mensagem, e podes pedir que uma pessoa a veja.',
    ],
  },
  'who-reads-messages': {
    question: 'Quem pode ler as minhas mensagens?',
    alsoAsked: 'conversa privada encriptada cifrada privacidade segredo recibo de leitura',
    answer: [
      'Tu e a pessoa com quem escreves. Não são cifradas de ponta a ponta: quem gere o servidor poderia lê-las, e só o faz quando alguém avisa de um problema ou a lei o exige.',
      'Por baixo da tua última mensagem vês se chegou e se foi lida. O outro lado também vê.',
    ],
  },
  'my-location': {
    question: 'Um anúncio mostra onde moro?',
    alsoAsked: 'localização mapa casa rua gps posição morada zona escondido',
    answer: [
      'Não. Um anúncio mostra uma zona, nunca uma morada, e o seu ponto no mapa é arredondado a cerca de 300 metros antes de ser guardado. O lugar que uma câmara esconde numa foto também é removido.',
    ],
  },
  'not-allowed': {
    question: 'O que não é permitido aqui?',
    alsoAsked: 'proibido proibidas regras posso oferecer vender ilegal armas drogas medicamentos animais álcool tabaco',
    answer: [
      'Tudo o que seja ilegal vender onde estás, coisas roubadas ou contrafeitas, armas, drogas, medicamentos, animais vivos sem os papéis de que precisam, dados pessoais, e anúncios que só fazem publicidade a outra coisa. A lista toda, com os motivos, está no fim da página sobre publicar.',
    ],
  },
  'after-a-scam': {
    question: 'O que fazer depois de uma burla',
    alsoAsked: 'fui burlado enganado roubado perdi dinheiro polícia banco queixa estorno',
    answer: ['Agir depressa pode salvar o dinheiro.'],
    points: [
      'Liga ao teu banco e pede que pare ou recupere o pagamento, e que bloqueie o cartão se escreveste o número em algum lado.',
      'Muda a tua palavra-passe aqui e onde usares a mesma.',
      'Guarda tudo: a conversa, o anúncio, a conta para onde se pagou. Apresenta queixa à polícia.',
      'Diz-nos, para que outros sejam poupados.',
    ],
  },
}
