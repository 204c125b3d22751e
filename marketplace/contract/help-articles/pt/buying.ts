import { LIMITS } from '../../limits.ts'
import type { HelpWords } from '../article.ts'

/** From the search to the thing in one's hands. */
export const BUYING: HelpWords['articles'] = {
  'how-search-works': {
    question: 'Como procuro coisas?',
    alsoAsked: 'procurar pesquisar encontrar explorar artigos pesquisa',
    answer: [
      'Escreve o que procuras; pequenos erros ao escrever são perdoados. Depois restringe por categoria, preço, estado, distância e entrega.',
    ],
  },
  'near-me': {
    question: 'Encontrar coisas perto de mim',
    alsoAsked: 'próximo distância raio quilómetros localização zona cidade mapa local ordenar',
    answer: [
      'Na página inicial ou entre os filtros, escolhe a tua zona ou o lugar do teu dispositivo, e até onde irias: 5 a 200 km, ou qualquer distância. “Mais perto” ordena então por distância. O lugar fica neste navegador.',
    ],
  },
  'sort-and-filter': {
    question: 'Ordenar e filtrar o que se encontra',
    alsoAsked: 'mais barato preço mais baixo recente ordem filtros restringir estado categoria demasiados resultados',
    answer: [
      'Por melhor correspondência, mais recentes, preço mais baixo ou mais alto, ou proximidade. Os filtros estão ao lado dos resultados, no telemóvel atrás do botão “Filtros”; quando não deixam nada, dizemos qual tirar.',
    ],
  },
  'keep-a-search': {
    question: 'Posso guardar uma pesquisa?',
    alsoAsked: 'pesquisa guardada alerta aviso notificação anúncios novos vigiar marcador partilhar ligação',
    answer: [
      'Sim: toca em “Guardar pesquisa” por cima dos resultados. Avisamos-te de anúncios novos, descidas de preço e anúncios que voltaram, logo, ou uma vez por hora, dia ou semana, e dizemos porque foi encontrado cada um. As palavras que não queres podem ser excluídas.',
      'As tuas pesquisas estão no painel, em “Pesquisas”, até 20. As palavras e os filtros estão também no endereço da página: envia-o a um amigo.',
    ],
  },
  'save-an-ad': {
    question: 'Guardar um anúncio para mais tarde',
    alsoAsked: 'coração favorito favoritos lista de desejos seguir guardado lembrar vistos há pouco',
    answer: [
      `Toca no coração. Os anúncios guardados esperam no teu painel, até ${LIMITS.favorites.max}, e dizem-te quando o preço desceu. Os corações que dás antes de iniciares sessão vêm contigo.`,
    ],
  },
  'how-to-buy': {
    question: 'Como compro alguma coisa?',
    alsoAsked: 'fazer encomenda encomendar compra comprar adquirir obter artigo carrinho cesto caixa loja',
    answer: ['Não há carrinho nem caixa: combinas com quem vende, como numa banca.'],
    points: [
      'Abre o anúncio e escolhe “Mensagem”. Pergunta o que queres saber, e diz quando podias ir.',
      'Combinem o preço, e onde se encontram ou como é enviado.',
      'Vê a coisa, experimenta-a, paga e leva-a contigo.',
    ],
  },
  'message-a-seller': {
    question: 'Escrever a quem vende',
    alsoAsked: 'mensagem contactar vendedor conversa perguntar pergunta responder enviar comprador caixa de entrada',
    answer: [
      `Escolhe “Mensagem” no anúncio; precisas de uma conta. Uma mensagem pode ter ${LIMITS.message.max.toLocaleString('pt-PT')} caracteres; Enter envia-a e Shift+Enter começa uma linha nova. Sem ligação espera e parte sozinha.`,
      'Também se podem enviar imagens, depois de teres escrito umas palavras. Só vocês os dois as veem.',
    ],
  },
  'no-answer': {
    question: 'Quem vende não responde',
    alsoAsked: 'sem resposta vendedor não responde ignorado esperar lento comprador desapareceu',
    answer: [
      'Dá-lhe um dia. A banca diz com que rapidez alguém costuma responder, e por baixo da tua mensagem vês se foi lida. Um anúncio reservado ou vendido é um motivo habitual; vê por baixo coisas parecidas.',
    ],
  },
  offers: {
    question: 'Posso fazer uma proposta?',
    alsoAsked: 'regatear negociar baixar preço desconto licitação leilão aceitar recusar contraproposta retirar oferta',
    answer: [
      'Sim: escolhe “Fazer uma proposta” no anúncio, ou as moedas ao lado do campo da mensagem. Vale 48 horas. O outro lado aceita-a, recusa-a ou responde com outro valor; não há leilões.',
    ],
    points: [
      'Tens três propostas por anúncio. Quem vende diz a partir de quanto as aceita; é metade do preço se não o mudar.',
      'Numa conversa há uma proposta aberta de cada vez. A seguinte toma o lugar dela.',
      'Quando uma é aceite, o anúncio fica reservado 72 horas, e todas as outras propostas caem.',
    ],
  },
  handover: {
    question: 'Como é a entrega?',
    alsoAsked:
      'encontrar encontro marcação código de entrega acordo combinado calendário lembrete não veio não apareceu cancelar',
    answer: [
      'Quando uma proposta é aceite, a conversa mostra o acordo. Um propõe uma hora e um lugar público, o outro confirma, e os dois recebem um lembrete um dia e duas horas antes.',
    ],
    points: [
      'Quem compra abre o código de entrega e diz os quatro algarismos quando tem a coisa nas mãos. Quem vende escreve-o, e o acordo está concluído.',
      'Uma encomenda recebe a transportadora e o número de seguimento. O acordo conclui-se quando quem compra diz que chegou, ou 14 dias depois.',
      'Antes disso qualquer dos dois pode cancelar o acordo. Se nada for combinado em 72 horas, cai por si, e o anúncio volta a estar à venda.',
      'Se a outra pessoa não vier, podes dizê-lo 15 minutos depois da hora. Conta na banca dela.',
    ],
  },
  'how-to-pay': {
    question: 'Como posso pagar?',
    alsoAsked:
      'pagamento métodos formas opções aceites disponíveis dinheiro numerário cartão crédito débito paypal mbway transferência visa bitcoin prestações',
    answer: [
      'Da forma que combinares com quem vende; o mais simples é em dinheiro na entrega. {brand} não recebe pagamentos, por cartão ou de outra forma, por isso aqui não há métodos de pagamento a escolher.',
    ],
  },
  'delivery-address': {
    question: 'Onde ponho ou mudo a minha morada de entrega?',
    alsoAsked:
      'morada de envio endereço adicionar nova outra diferente segunda editar modificar corrigir errada local postal casa',
    answer: [
      'Em lado nenhum: {brand} não guarda moradas. Quando houver alguma coisa a enviar-te, dá a morada na conversa depois de te teres decidido. Se mudou, di-lo lá antes de a encomenda sair.',
    ],
  },
  'where-is-my-parcel': {
    question: 'Quando chega o meu artigo? Onde está a minha encomenda?',
    alsoAsked:
      'seguir seguimento rastrear estado da minha encomenda prazo de entrega quanto demora quando esperar data prevista atraso envio pacote',
    answer: [
      'Pergunta na conversa: quem enviou tem o número de seguimento, e a transportadora diz quanto demora. {brand} não envia nada, por isso aqui não se pode seguir nenhuma encomenda.',
    ],
  },
  'change-of-mind': {
    question: 'Cancelar ou alterar uma compra',
    alsoAsked:
      'cancelamento anular a minha encomenda mudar modificar remover adicionar trocar artigo desfazer comprei por engano',
    answer: [
      'Aqui não há encomendas que se possam cancelar ou alterar: o que combinaram está na conversa. Escreve lá, assim que souberes, que já não queres ou que queres mais alguma coisa.',
      'Se tens de cumprir é entre os dois e a lei de onde vives.',
    ],
  },
  invoice: {
    question: 'Onde obtenho uma fatura?',
    alsoAsked: 'faturas recibo talão comprovativo de compra descarregar imposto iva mês',
    answer: [
      'De quem vende. {brand} não vende nada e não recebe pagamentos, por isso não passa nem guarda faturas. As lojas devem-te uma na maioria dos países; a um particular, pede umas linhas assinadas em papel.',
    ],
  },
  'ad-gone': {
    question: 'O anúncio que vi desapareceu',
    alsoAsked: 'anúncio já não disponível falta não encontrado expirado vendido 404',
    answer: [
      'Foi vendido, acabou ou foi retirado por quem o pôs. O que viste ultimamente está em “Vistos há pouco”, e o que escreveste sobre ele fica em “Mensagens”.',
    ],
  },
}
