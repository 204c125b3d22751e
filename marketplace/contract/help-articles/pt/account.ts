import { LIMITS } from '../../limits.ts'
import type { HelpWords } from '../article.ts'

/** Signing in, the profile, and how to reach people. */
export const ACCOUNT: HelpWords['articles'] = {
  'cannot-sign-in': {
    question: 'Não consigo iniciar sessão',
    alsoAsked:
      'entrar login palavra-passe esquecida esqueci senha perdida repor recuperar código pin conta bloqueada acesso',
    answer: [
      'Escolhe “Esqueceste-te?” na página de início de sessão. Se o endereço tiver uma conta, uma ligação para uma nova palavra-passe vai a caminho; vê também na pasta de spam. Damos a mesma resposta quer haja conta quer não, para que ninguém possa descobrir quem está aqui.',
    ],
  },
  'create-account': {
    question: 'Como me registo?',
    alsoAsked: 'criar conta registo registar inscrever aderir novo utilizador tornar membro grátis empresa abrir',
    answer: [
      'Com o teu nome, um endereço de e-mail e uma palavra-passe; demora cerca de um minuto. Para ver não é preciso conta, e podes preencher um anúncio inteiro antes de fazeres uma.',
      'Há um só tipo de conta, é grátis, e com ela podes comprar e vender.',
    ],
  },
  'sign-up-trouble': {
    question: 'Há um problema com o meu registo',
    alsoAsked: 'registar erro falha não funciona formulário e-mail de confirmação ligação não chegou inscrição',
    answer: ['A página diz ao lado de cada campo o que falta. Estes são os motivos habituais.'],
    points: [
      'O e-mail com a ligação não chegou: vê na pasta de spam e pede que seja enviado outra vez passado um minuto. A ligação serve uma vez.',
      'A palavra-passe é demasiado fácil, ou conhecida de uma fuga noutro sítio. Algumas palavras seguidas são boas.',
      'O endereço já tem uma conta. Pede então uma nova palavra-passe para ela.',
      'Nada disto: escreve-nos por “Contacto” o que fizeste e o que viste.',
    ],
  },
  'change-password': {
    question: 'Definir outra palavra-passe',
    alsoAsked: 'mudar alterar atualizar escolher nova palavra-passe senha mais forte segurança',
    answer: [
      'Em “Segurança”, no teu painel, defines uma nova. Se te esqueceste da antiga, escolhe “Esqueceste-te?” na página de início de sessão e segue a ligação do e-mail. Antes longa do que estranha: três ou quatro palavras que só tu juntarias.',
    ],
  },
  'second-factor': {
    question: 'Chaves de acesso e início de sessão em dois passos',
    alsoAsked:
      'passkey aplicação de autenticação segundo fator 2fa mfa impressão digital rosto códigos de recuperação telemóvel perdido',
    answer: [
      'Em “Segurança”, no teu painel, adicionas uma chave de acesso, que entra com o bloqueio do teu dispositivo, ou uma aplicação de autenticação, cujos seis algarismos são pedidos depois da palavra-passe.',
      'Com a aplicação recebes códigos de recuperação. Cada um abre a conta uma vez quando já não tens o telemóvel; guarda-os em papel.',
    ],
  },
  'access-tokens': {
    question: 'Deixar entrar um programa meu',
    alsoAsked: 'api token de acesso chave programador script integração automatizar ligar programa',
    answer: [
      'Em “Segurança”, no teu painel, crias um token de acesso: com um nome, com quanto tempo dura e com o que o programa pode fazer, só ler ou também escrever. O token é mostrado uma vez; guarda-o como uma palavra-passe.',
      'Um token nunca muda a tua palavra-passe nem o teu início de sessão e nunca apaga a tua conta. Apaga-o em “Segurança” quando o programa já não for usado; uma nova palavra-passe acaba com todos.',
    ],
  },
  'change-email-or-phone': {
    question: 'Alterar a minha conta: nome, telefone, e-mail',
    alsoAsked:
      'gerir editar atualizar corrigir mudar perfil informação pessoal dados número endereço de e-mail definições conta',
    answer: [
      'Os teus nomes, telefone, foto, zona e as palavras sobre ti estão no teu painel, em “Perfil”.',
      'O endereço de e-mail está em “Segurança”. Vai uma ligação para o endereço antigo e para o novo, e o novo vale quando os dois tiverem aceitado.',
    ],
  },
  'profile-picture': {
    question: 'A minha foto e as palavras sobre mim',
    alsoAsked: 'mudar adicionar avatar foto de perfil biografia retrato sobre mim banca carregar',
    answer: [
      `Em “Perfil” podes carregar uma foto e escrever até ${LIMITS.profile.bio} caracteres sobre ti. As duas coisas estão na tua banca, a página que os outros veem quando tocam no teu nome.`,
    ],
  },
  'who-sees-what': {
    question: 'O que os outros veem de mim',
    alsoAsked: 'quem pode ver privacidade número de telefone visível público perfil pessoal esconder',
    answer: [
      'O teu nome visível, a tua foto, a tua cidade ou zona, desde quando estás aqui, os teus anúncios e o que compradores escreveram sobre ti. Não o teu e-mail, o teu telefone ou o teu nome completo.',
    ],
  },
  'another-account': {
    question: 'Mudar para outra conta',
    alsoAsked: 'trocar mudar utilizador usar outra conta diferente perfil duas segunda várias múltiplas contas',
    answer: [
      'Termina a sessão e inicia-a com o outro endereço. Num dispositivo estás numa conta de cada vez, e as contas não se podem juntar.',
    ],
  },
  'signed-in-elsewhere': {
    question: 'Ainda tenho a sessão iniciada noutro dispositivo',
    alsoAsked: 'terminar sessão sair logout dispositivos sessões pirateado computador telemóvel perdido',
    answer: [
      'Terminar a sessão acaba com ela em todos os dispositivos, não só no que tens na mão. Iniciá-la também: conta o início de sessão mais recente.',
    ],
  },
  'new-account-limits': {
    question: 'Porque não posso publicar nem escrever mais hoje?',
    alsoAsked: 'limite diário demasiados conta nova permitido por dia restrição esperar',
    answer: [
      `Uma conta nova pode publicar ${LIMITS.newAccount.adsPerDay} anúncios e começar ${LIMITS.newAccount.conversationsPerDay} conversas por dia, o que mantém o spam longe. Responder nunca é limitado por isto.`,
      'Os limites acabam quando estás aqui há uma semana e vendeste alguma coisa ou tiveste resposta em cinco conversas.',
    ],
  },
  mails: {
    question: 'Que e-mails recebo? Há uma newsletter?',
    alsoAsked:
      'newsletter boletim subscrição subscrever cancelar receber notificações publicidade novidades parar e-mails',
    answer: [
      'Não há newsletter nem publicidade. Escrevemos quando confirmas o teu endereço ou queres uma nova palavra-passe, quando muda alguma coisa na segurança da tua conta, quando respondemos a uma carta tua, e sobre o que escolheste: mensagens que não leste passados dez minutos, propostas e acordos, pesquisas e anúncios guardados, e os teus próprios anúncios quando estão quase a acabar.',
      'Em “Notificações”, no painel, escolhes o que vem por e-mail ou como notificação push, defines horas de silêncio, ou recebes um e-mail por dia. A ligação no fim de cada e-mail para os desse tipo, sem iniciar sessão.',
    ],
  },
  colours: {
    question: 'Claro ou escuro',
    alsoAsked: 'modo escuro tema noite cores aparência brilho',
    answer: ['Em “Definições” escolhes claro, escuro, ou como o teu sistema estiver. A escolha fica neste navegador.'],
  },
  languages: {
    question: 'Que línguas há?',
    alsoAsked: 'língua idioma mudar português inglês espanhol alemão francês tradução moeda euro dólar',
    answer: [
      'As páginas, esta ajuda e os nossos e-mails falam as línguas que encontras no fundo de cada página: escolhe a tua ali ou em “Definições”. O que as pessoas escrevem nos seus anúncios e mensagens fica como o escreveram.',
    ],
  },
  voice: {
    question: 'Como uso a voz?',
    alsoAsked: 'microfone ditar ditado falar ler em voz alta ouvir',
    answer: [
      'Há um microfone na pesquisa e onde publicas um anúncio: diz o que procuras, ou descreve o que vendes, e o formulário preenche o que percebeu, para tu verificares.',
      'O assistente (“Precisas de ajuda?”) pode ouvir e falar onde o teu navegador o puder: o microfone ao lado do campo aponta o que dizes, e o altifalante por baixo de uma resposta lê-a em voz alta. No resto serve o ditado do teu teclado.',
    ],
  },
  'contact-us': {
    question: 'Contactar-nos, ou falar com uma pessoa',
    alsoAsked:
      'contacto apoio ao cliente suporte humano agente operador ligar número de telefone endereço horário a que horas chat ao vivo',
    answer: [
      'Escreve-nos por “Contacto”, com ou sem conta, com até três imagens. Recebes um número, uma cópia por e-mail e a resposta por e-mail; com conta, tudo está também em “Contacto”, onde podes escrever mais.',
      'O assistente pode passar a vossa conversa a uma pessoa, se lho disseres. Não há linha telefónica nem horário fixo.',
    ],
  },
  complain: {
    question: 'Fazer uma reclamação',
    alsoAsked: 'queixa reclamar apresentar contra empresa organização consumidor descontente insatisfeito',
    answer: [
      'Escreve-nos por “Contacto”: o que aconteceu, quando, e o que gostavas em vez disso. Se decidimos alguma coisa sobre um anúncio, uma mensagem ou uma conta tua e achas que foi mal, recorre em “Denúncias”, no teu painel: alguém que não decidiu volta a ver.',
    ],
  },
  reviews: {
    question: 'Deixar uma avaliação ou um comentário',
    alsoAsked: 'avaliar classificar classificação estrelas opinião comentar escrever experiência sugestão',
    answer: [
      'Depois de um acordo podes avaliar a outra pessoa durante 14 dias: em “Avaliações”, no teu painel, ou na conversa. Ninguém a lê antes de os dois terem escrito ou de passarem os 14 dias, e a pessoa avaliada pode responder uma vez.',
      'O que pensas de {brand}, bom ou mau, chega-nos por “Contacto”.',
      'Onde uma banca mostra estrelas, são a média de pelo menos cinco avaliações.',
    ],
  },
  'what-is-stored': {
    question: 'O que está guardado sobre mim, e posso ter uma cópia?',
    alsoAsked: 'rgpd dados exportar descarregar privacidade cookies pessoal rastreio análise acesso',
    answer: [
      'O aviso de privacidade diz tudo, e porquê. Não há publicidade, e nada conta as tuas visitas se não concordares. Para uma cópia escolhe “Descarregar os meus dados” em “Definições”, no teu painel: um ficheiro ZIP com o teu perfil, anúncios, mensagens, propostas, acordos, avaliações, guardados e fotos, no máximo três vezes por dia.',
    ],
  },
  'delete-account': {
    question: 'Apagar a minha conta e os meus dados',
    alsoAsked: 'fechar remover eliminar cancelar encerrar remoção encerramento utilizador perfil rgpd desativar sair',
    answer: [
      'Escolhe “Apagar a minha conta” em “Definições”, no teu painel. Mostras mais uma vez que és tu, e a partir daí ninguém vê o teu perfil nem os teus anúncios, as propostas e os acordos abertos terminam, e a tua sessão acaba em todo o lado.',
      'Durante 30 dias podes voltar atrás iniciando sessão. Depois disso tudo o que é teu é apagado. O que escreveste a outros fica com eles, em nome de “Conta apagada”.',
    ],
  },
}
